package org.anabranch.loops.nest;

import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Expression.Binary;
import org.anabranch.loops.ir.Expression.Constant;
import org.anabranch.loops.ir.Expression.Length;
import org.anabranch.loops.ir.Expression.Load;
import org.anabranch.loops.ir.Expression.NewArray;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.Statement;
import org.anabranch.loops.ir.Statement.Assign;
import org.anabranch.loops.ir.Statement.Store;
import org.anabranch.loops.ir.Variables;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * A symbolic execution of a body, for one memory. A symbol stands for the content of a cell until
 * it is updated; then a new symbol does. A choice that depends on the content splits the execution
 * into paths, up to the update. All else that depends on the memory is refused.
 */
final class SymbolicExecution {
    /** The number of paths from which they are joined. */
    private static final int MOST = 8;

    /** The label of the end of the iteration. */
    private static final int END = -1;

    private final Symbols symbols = new Symbols();
    private final Map<Integer, List<SymbolicPath>> breaks = new HashMap<>();
    private final Map<Integer, List<SymbolicPath>> continues = new HashMap<>();
    private final Set<Statement> accesses = identitySet();

    /** The statements that access any memory from outside the iteration. */
    private final Set<Statement> outside = identitySet();

    /** Those of them that access memory that the loop writes. */
    private final Set<Statement> changing = identitySet();

    /** True if statements may fault. */
    private final boolean faults;

    private final BiConsumer<SymbolicPath, Symbols> updates;
    private int forks;

    private SymbolicExecution(int base, LoopNest nest, BiConsumer<SymbolicPath, Symbols> updates) {
        this.updates = updates;
        this.faults = !nest.hazards().isEmpty();
        Set<Integer> written = new HashSet<>();
        nest.touches().stream().filter(Touch::write).forEach(touch -> written.add(touch.base()));
        for (Touch touch : nest.touches()) {
            outside.add(touch.statement());
            if (touch.base() == base) {
                accesses.add(touch.statement());
            }
            if (written.contains(touch.base())) {
                changing.add(touch.statement());
            }
        }
    }

    private static <T> Set<T> identitySet() {
        return Collections.newSetFromMap(new IdentityHashMap<>());
    }

    /**
     * Executes a body.
     *
     * @param base number of the memory
     * @param updates is given each path to an update of a cell
     * @throws NoReductionException if anything but updates depends on what the memory holds
     */
    static void run(int base, LoopNest nest, BiConsumer<SymbolicPath, Symbols> updates) {
        SymbolicExecution execution = new SymbolicExecution(base, nest, updates);
        List<SymbolicPath> last = execution.run(nest.statements(), List.of(new SymbolicPath()));
        execution.unguarded(execution.updated(with(last, execution.breaks, END)));
    }

    private List<SymbolicPath> run(List<Statement> list, List<SymbolicPath> before) {
        List<SymbolicPath> paths = before;
        for (Statement statement : list) {
            paths = paths.isEmpty() ? paths : step(statement, paths);
        }
        return paths;
    }

    private List<SymbolicPath> step(Statement statement, List<SymbolicPath> paths) {
        return switch (statement) {
            case Assign assign when accesses.contains(assign) -> load(assign, paths);
            case Assign assign -> assign(assign, paths);
            case Store store when accesses.contains(store) -> update(store, paths);
            case Store store -> store(store, paths);
            case Statement.If choice -> choose(choice, paths);
            case Statement.Labelled block ->
                    join(with(run(block.body(), paths), breaks, block.label()));
            case Statement.Repeat loop -> repeat(loop, paths);
            case Statement.Break jump -> jump(breaks, jump.label(), paths);
            case Statement.Continue jump -> jump(continues, jump.label(), paths);
            case Statement.End _ -> jump(breaks, END, paths);
            case Statement.Fault _ -> List.of();
        };
    }

    private static List<SymbolicPath> jump(
            Map<Integer, List<SymbolicPath>> jumps, int label, List<SymbolicPath> paths) {
        jumps.computeIfAbsent(label, key -> new ArrayList<>()).addAll(paths);
        return List.of();
    }

    private static List<SymbolicPath> with(
            List<SymbolicPath> paths, Map<Integer, List<SymbolicPath>> jumps, int label) {
        List<SymbolicPath> from = jumps.remove(label);
        return from == null ? paths : Stream.concat(paths.stream(), from.stream()).toList();
    }

    /** Ends an update on all paths, if these are all that there are; else returns them. */
    private List<SymbolicPath> updated(List<SymbolicPath> paths) {
        if (paths.isEmpty() || !SymbolicPath.isComplete(paths)) {
            return paths;
        }
        paths.forEach(path -> updates.accept(path, symbols));
        return List.of(SymbolicPath.join(paths, symbols));
    }

    private List<SymbolicPath> unguarded(List<SymbolicPath> paths) {
        List<SymbolicPath> all = isGuarded(paths) ? updated(paths) : paths;
        NoReductionException.unless(!isGuarded(all));
        return all;
    }

    private static boolean isGuarded(List<SymbolicPath> paths) {
        return paths.stream().anyMatch(path -> path.guard != null);
    }

    /** Joins paths that do not differ in what depends on the memory. */
    private List<SymbolicPath> join(List<SymbolicPath> paths) {
        List<SymbolicPath> joined = SymbolicPath.joinAlike(paths, symbols);
        boolean ends = isGuarded(joined) && joined.stream().anyMatch(SymbolicPath::isChanged);
        List<SymbolicPath> few = ends || joined.size() > MOST ? updated(joined) : joined;
        NoReductionException.unless(few.size() <= MOST);
        return few;
    }

    private List<SymbolicPath> assign(Assign assign, List<SymbolicPath> paths) {
        Expression what = assign.value();
        boolean load = what instanceof Load && what.kind() != Kind.REFERENCE;
        boolean known =
                load
                        ? outside.contains(assign) && !changing.contains(assign)
                        : !(what instanceof NewArray);
        Map<Expression, Expression> unknown = new HashMap<>();
        for (SymbolicPath path : paths) {
            Expression value = path.in(what);
            if (mayFault(what)) {
                effect(assign, path, paths, List.of(value));
            }
            path.values.put(
                    assign.target(),
                    known && !Symbols.isLarge(value)
                            ? value
                            : unknown.computeIfAbsent(value, symbols::like));
        }
        return paths;
    }

    private static boolean mayFault(Expression value) {
        return switch (value) {
            case Load _, Length _, NewArray _ -> true;
            case Binary binary -> binary.mayFault();
            default -> false;
        };
    }

    /** Records a statement that may fault or stores to other memory. */
    private void effect(
            Statement statement,
            SymbolicPath path,
            List<SymbolicPath> paths,
            List<Expression> values) {
        NoReductionException.unless(values.stream().noneMatch(symbols::isTainted));
        boolean matters = faults || statement instanceof Store;
        if (matters && path.guard != null && !SymbolicPath.isComplete(paths)) {
            path.effects.add(statement);
        }
    }

    private List<SymbolicPath> store(Store store, List<SymbolicPath> before) {
        List<SymbolicPath> paths = isGuarded(before) ? updated(before) : before;
        for (SymbolicPath path : paths) {
            NoReductionException.unless(path.guard == null || outside.contains(store));
            effect(store, path, paths, store.expressions().stream().map(path::in).toList());
        }
        return paths;
    }

    private List<SymbolicPath> load(Assign load, List<SymbolicPath> before) {
        boolean first = before.stream().anyMatch(SymbolicPath::isChanged);
        List<SymbolicPath> paths = enter(load, first ? updated(before) : before);
        for (SymbolicPath path : paths) {
            boolean known = !path.isChanged();
            Local target = load.target();
            path.values.put(target, known ? path.old : symbols.of(target.kind(), true));
        }
        return paths;
    }

    private List<SymbolicPath> update(Store store, List<SymbolicPath> before) {
        List<SymbolicPath> paths = enter(store, before);
        paths.forEach(path -> path.content = path.in(store.value()));
        return isGuarded(paths) ? updated(paths) : paths;
    }

    /** Makes the cell of an access the current one, after the update of another. */
    private List<SymbolicPath> enter(Statement access, List<SymbolicPath> before) {
        boolean same = before.stream().allMatch(path -> path.isIn(place(access, path)));
        List<SymbolicPath> paths = same ? before : updated(before);
        for (SymbolicPath path : paths) {
            Load place = place(access, path);
            NoReductionException.unless(!symbols.isTainted(place) && path.isIn(place));
            path.enter(access, place, symbols);
        }
        return paths;
    }

    private static Load place(Statement access, SymbolicPath path) {
        Load load = access.access();
        return new Load(load.element(), path.in(load.base()), path.in(load.index()));
    }

    private List<SymbolicPath> choose(Statement.If choice, List<SymbolicPath> before) {
        boolean depends =
                before.stream().anyMatch(path -> symbols.isTainted(path.in(choice.condition())));
        List<SymbolicPath> paths = depends ? unguarded(before) : before;
        List<SymbolicPath> then = new ArrayList<>();
        List<SymbolicPath> otherwise = new ArrayList<>();
        for (SymbolicPath path : paths) {
            Expression condition = path.in(choice.condition());
            if (condition instanceof Constant truth) {
                (truth.bits() != 0 ? then : otherwise).add(path);
            } else if (symbols.isTainted(condition)) {
                int fork = ++forks;
                then.add(path.under(fork, condition, true));
                otherwise.add(path.under(fork, condition, false));
            } else {
                then.add(path.half());
                otherwise.add(path.half());
            }
        }
        List<SymbolicPath> both = new ArrayList<>(run(choice.then(), then));
        both.addAll(run(choice.otherwise(), otherwise));
        return join(both);
    }

    private List<SymbolicPath> repeat(Statement.Repeat loop, List<SymbolicPath> before) {
        boolean here = Statement.all(loop.body()).stream().anyMatch(accesses::contains);
        List<SymbolicPath> entry = unguarded(here ? updated(before) : before);
        Set<Local> assigned = Variables.assigned(loop.body()).keySet();
        Set<Local> tainted = new HashSet<>();
        boolean more = taint(entry, assigned, tainted);
        List<SymbolicPath> after;
        do {
            List<SymbolicPath> start = entry.stream().map(SymbolicPath::copy).toList();
            for (SymbolicPath path : start) {
                assigned.forEach(
                        local ->
                                path.values.put(
                                        local, symbols.of(local.kind(), tainted.contains(local))));
            }
            List<SymbolicPath> end = with(run(loop.body(), start), continues, loop.label());
            more = taint(unguarded(here ? updated(end) : end), assigned, tainted);
            after = with(List.of(), breaks, loop.label());
        } while (more);
        return join(after);
    }

    /** Adds the variables whose values depend on the memory; returns true if there are more. */
    private boolean taint(List<SymbolicPath> paths, Set<Local> variables, Set<Local> tainted) {
        int before = tainted.size();
        for (SymbolicPath path : paths) {
            variables.stream()
                    .filter(local -> symbols.isTainted(path.in(new Expression.Read(local))))
                    .forEach(tainted::add);
        }
        return tainted.size() > before;
    }
}
