package org.anabranch.loops.nest;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toSet;

import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Expression.Load;
import org.anabranch.loops.ir.Expression.Read;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.Statement;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** A path of a symbolic execution: the values of variables and of the current cell on it. */
final class SymbolicPath {
    private static final long ALL = 1L << 40;

    final Map<Local, Expression> values = new HashMap<>();

    /** The symbols for the contents of cells, shared by all paths since the last update. */
    private final Map<Load, Expression> held;

    /** The condition on the content of the cell under which control takes this path, or null. */
    final Guard guard;

    /** The share of the executions under the guard: each choice among them halves it. */
    private final long share;

    /** The statements under the guard that may fault or store to other memory. */
    final List<Statement> effects = new ArrayList<>();

    /** The current cell, or null. */
    Load cell;

    /** The content of the cell before. */
    Expression old;

    /** The content of the cell now. */
    Expression content;

    /** A path after an update. */
    SymbolicPath() {
        this(new HashMap<>(), null, 0);
    }

    private SymbolicPath(Map<Load, Expression> held, Guard guard, long share) {
        this.held = held;
        this.guard = guard;
        this.share = share;
    }

    private SymbolicPath copy(Guard other, long part) {
        SymbolicPath copy = new SymbolicPath(held, other, part);
        copy.values.putAll(values);
        copy.effects.addAll(effects);
        copy.cell = cell;
        copy.old = old;
        copy.content = content;
        return copy;
    }

    SymbolicPath copy() {
        return copy(guard, share);
    }

    /** Returns one of the two paths after a choice that does not depend on the memory. */
    SymbolicPath half() {
        NoReductionException.unless(share != 1);
        return copy(guard, share / 2);
    }

    /** Returns one of the two paths after a choice that depends on the memory. */
    SymbolicPath under(int fork, Expression condition, boolean holds) {
        Kind kind = cell == null ? null : cell.element().kind();
        Guard here = Guard.of(fork, condition, holds, old, kind);
        SymbolicPath under = copy(here, ALL);
        if (kind == Kind.BOOLEAN && here.operator() != null) {
            Map<Local, Expression> known = Map.of(((Read) old).local(), here.value());
            under.values.replaceAll((local, value) -> Symbols.in(value, known));
            under.content = Symbols.in(content, known);
            under.old = here.value();
        }
        return under;
    }

    /** Returns the value of an expression; null has none. */
    Expression in(Expression expression) {
        return expression == null ? null : Symbols.in(expression, values);
    }

    /** Returns true if no other cell is the current one. */
    boolean isIn(Load place) {
        return cell == null || cell.equals(place);
    }

    boolean isChanged() {
        return !Objects.equals(content, old);
    }

    /** Makes a cell the current one, if there is none. */
    void enter(Statement access, Load place, Symbols symbols) {
        if (cell == null) {
            if (guard != null) {
                effects.add(access);
            }
            cell = place;
            old = held.computeIfAbsent(place, key -> symbols.of(key.kind(), true));
            content = old;
        }
    }

    /** Returns true if these are all paths of each choice that depends on the memory. */
    static boolean isComplete(List<SymbolicPath> paths) {
        Map<Integer, Long> shares = new HashMap<>();
        for (SymbolicPath path : paths) {
            if (path.guard != null) {
                shares.merge(path.guard.fork(), path.share, Long::sum);
            }
        }
        return shares.values().stream().allMatch(share -> share == 2 * ALL);
    }

    /** Returns one path for all, after an update. */
    static SymbolicPath join(List<SymbolicPath> paths, Symbols symbols) {
        SymbolicPath joined = new SymbolicPath();
        Map<Integer, List<SymbolicPath>> forks =
                paths.stream()
                        .collect(groupingBy(path -> path.guard == null ? 0 : path.guard.fork()));
        List<SymbolicPath> all = new ArrayList<>();
        forks.forEach(
                (fork, some) -> {
                    SymbolicPath one = new SymbolicPath();
                    one.merge(some, fork != 0, symbols);
                    all.add(one);
                });
        joined.merge(all, false, symbols);
        return joined;
    }

    /** Joins paths that do not differ in what depends on the memory. */
    static List<SymbolicPath> joinAlike(List<SymbolicPath> paths, Symbols symbols) {
        List<SymbolicPath> joined = new ArrayList<>();
        for (SymbolicPath path : paths) {
            SymbolicPath both = null;
            for (int i = 0; i < joined.size() && both == null; i++) {
                both = joined.get(i).join(path, symbols);
                if (both != null) {
                    joined.set(i, both);
                }
            }
            if (both == null) {
                joined.add(path);
            }
        }
        return joined;
    }

    /** Returns one path for two, if their differences do not depend on the memory; else null. */
    SymbolicPath join(SymbolicPath other, Symbols symbols) {
        SymbolicPath from = cell == null ? other : this;
        SymbolicPath to = cell == null ? this : other;
        boolean alike =
                held == other.held
                        && Objects.equals(guard, other.guard)
                        && effects.equals(other.effects)
                        && (to.cell == null
                                ? !from.isChanged()
                                : to.cell.equals(from.cell) && to.content.equals(from.content));
        SymbolicPath joined = to.copy(guard, share + other.share);
        return alike && joined.merge(List.of(this, other), false, symbols) ? joined : null;
    }

    /** Merges the values; returns false if values that differ depend on the memory. */
    private boolean merge(List<SymbolicPath> paths, boolean tainted, Symbols symbols) {
        Set<Local> set = new HashSet<>();
        paths.forEach(path -> set.addAll(path.values.keySet()));
        boolean free = true;
        for (Local local : set) {
            Read read = new Read(local);
            Set<Expression> all = paths.stream().map(path -> path.in(read)).collect(toSet());
            boolean depends = tainted || all.stream().anyMatch(symbols::isTainted);
            boolean one = all.size() == 1;
            values.put(local, one ? all.iterator().next() : symbols.of(local.kind(), depends));
            free &= one || !depends;
        }
        return free;
    }
}
