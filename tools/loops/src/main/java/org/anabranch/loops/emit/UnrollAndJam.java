package org.anabranch.loops.emit;

import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Expression.Binary;
import org.anabranch.loops.ir.Expression.Constant;
import org.anabranch.loops.ir.Expression.Read;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.LoopBody;
import org.anabranch.loops.ir.Operator;
import org.anabranch.loops.ir.Statement;
import org.anabranch.loops.ir.Variables;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * An unroll-and-jam of the parallel loop: consecutive iterations run side by side, statement by
 * statement, so that a common value is read once. Rows of a matrix product, for example, share the
 * columns. Possible where all these iterations take the same control flow.
 */
final class UnrollAndJam {
    /** The largest number of sums that stay in registers. */
    private static final int MOST = 8;

    private final LoopBody body;
    private final int count;
    private final Set<Local> differing;
    private final List<Map<Local, Local>> renamed = new ArrayList<>();
    private final List<Substitution> substitutions = new ArrayList<>();
    private final Map<Statement.Repeat, Statement.Repeat> originals = new IdentityHashMap<>();

    /**
     * Several iterations as one.
     *
     * @param body the code of {@code count} iterations; its index is the first of theirs
     * @param count how many
     * @param originals for each inner loop, the one of a single iteration; by identity
     */
    record Several(LoopBody body, int count, Map<Statement.Repeat, Statement.Repeat> originals) {}

    private UnrollAndJam(LoopBody body, int count, Set<Local> differing) {
        this.body = body;
        this.count = count;
        this.differing = differing;
    }

    /**
     * Puts iterations side by side.
     *
     * @param body one iteration, which neither faults nor creates arrays
     * @param independent the inner loops whose iterations are lanes
     * @return empty if it is not possible or of no use
     */
    static Optional<Several> of(LoopBody body, Predicate<Statement.Repeat> independent) {
        Set<Local> differing = differing(body);
        if (!goTheSameWay(body.statements(), differing)) {
            return Optional.empty();
        }
        int count = 0;
        for (LaneLoop loop : LaneLoop.in(body.statements(), body.statements())) {
            if (independent.test(loop.repeat())) {
                count = Math.max(count, wanted(loop, differing));
            }
        }
        return count < 2
                ? Optional.empty()
                : Optional.of(new UnrollAndJam(body, count, differing).several());
    }

    /** Returns the variables that differ from iteration to iteration. */
    private static Set<Local> differing(LoopBody body) {
        Set<Local> differing = new HashSet<>(Set.of(body.index()));
        int before;
        do {
            before = differing.size();
            for (Statement statement : Statement.all(body.statements())) {
                if (statement instanceof Statement.Assign assign
                        && reads(assign.value(), differing)) {
                    differing.add(assign.target());
                }
            }
        } while (differing.size() > before);
        return differing;
    }

    private static boolean reads(Expression expression, Set<Local> locals) {
        return expression.reads().anyMatch(locals::contains);
    }

    private static boolean goTheSameWay(List<Statement> statements, Set<Local> differing) {
        return Statement.all(statements).stream()
                .allMatch(
                        statement ->
                                switch (statement) {
                                    case Statement.If choice ->
                                            !reads(choice.condition(), differing);
                                    case Statement.Store store -> store.index() != null;
                                    case Statement.Fault fault -> false;
                                    default -> true;
                                });
    }

    /**
     * Returns the useful number of iterations: if a loop reads a vector that is the same for all of
     * them.
     */
    private static int wanted(LaneLoop loop, Set<Local> differing) {
        Set<Local> temporaries = Variables.temporaries(loop.body());
        Shapes shapes = Shapes.of(loop.body(), loop.counter(), loop.step(), temporaries);
        Set<Local> sums = new HashSet<>();
        for (Statement inside : loop.body()) {
            if (inside instanceof Statement.Repeat repeat
                    && shares(repeat.body(), shapes, differing)) {
                Set<Local> carried = Variables.readFirst(repeat.body());
                carried.retainAll(Variables.assigned(repeat.body()).keySet());
                sums.addAll(carried);
            }
        }
        sums.removeIf(sum -> !shapes.of(sum).varying() || !differing.contains(sum));
        return sums.isEmpty() ? 0 : MOST / sums.size();
    }

    private static boolean shares(List<Statement> statements, Shapes shapes, Set<Local> differing) {
        return statements.stream()
                .anyMatch(
                        statement ->
                                switch (statement) {
                                    case Statement.Assign assign ->
                                            assign.value() instanceof Expression.Load
                                                    && shapes.of(assign.target()).varying()
                                                    && !differing.contains(assign.target());
                                    case Statement.Repeat repeat ->
                                            shares(repeat.body(), shapes, differing);
                                    default -> false;
                                });
    }

    private Several several() {
        List<Local> locals = new ArrayList<>(body.locals());
        List<Statement> statements = new ArrayList<>();
        int number = locals.stream().mapToInt(Local::number).max().orElse(0);
        for (int copy = 0; copy < count; copy++) {
            Map<Local, Local> names = new HashMap<>();
            Map<Local, Expression> values = new HashMap<>();
            for (Local local : differing) {
                Local own = copy == 0 ? local : new Local(++number, local.name(), local.kind());
                names.put(local, own);
                values.put(local, new Read(own));
                if (copy > 0) {
                    locals.add(own);
                }
            }
            renamed.add(names);
            substitutions.add(new Substitution(values));
            if (copy > 0) {
                statements.add(index(names.get(body.index()), copy));
            }
        }
        statements.addAll(in(body.statements()));
        LoopBody all =
                new LoopBody(
                        body.name(), body.file(), body.index(), body.inputs(), locals, statements);
        return new Several(all, count, originals);
    }

    private Statement index(Local local, int copy) {
        Expression distance = new Constant(local.kind(), copy);
        Expression value = new Binary(Operator.ADD, local.kind(), new Read(body.index()), distance);
        return new Statement.Assign(local, value, 0);
    }

    private List<Statement> in(List<Statement> statements) {
        List<Statement> result = new ArrayList<>();
        for (Statement statement : statements) {
            switch (statement) {
                case Statement.Assign assign when differing.contains(assign.target()) -> {
                    for (int copy = 0; copy < count; copy++) {
                        Local target = renamed.get(copy).get(assign.target());
                        Expression value = substitutions.get(copy).in(assign.value());
                        result.add(new Statement.Assign(target, value, assign.line()));
                    }
                }
                case Statement.Store store ->
                        substitutions.forEach(copy -> result.addAll(copy.in(List.of(store))));
                case Statement.Repeat repeat -> {
                    Statement.Repeat all =
                            new Statement.Repeat(repeat.label(), in(repeat.body()), repeat.line());
                    originals.put(all, repeat);
                    result.add(all);
                }
                default -> result.add(statement.mapLists(this::in));
            }
        }
        return result;
    }
}
