package org.anabranch.loops.nest;

import org.anabranch.loops.Reduction;
import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.PureFunction;
import org.anabranch.loops.ir.Statement;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A recogniser of reductions: each read of a cell is followed by a write of the same cell, whose
 * value combines the value read with another. The value read has no other use.
 */
final class Reductions {
    private Reductions() {}

    /**
     * A reduction, and how two partial results are combined.
     *
     * @param reduction its description
     * @param combining its operator, or that of {@link Extremes}
     * @param beside the other stores made when a value is taken
     */
    record Found(Reduction reduction, String combining, List<Statement.Store> beside) {}

    /** The update that a store makes. */
    private record Update(String operator, List<Touch> reads, List<Statement.Store> beside) {}

    static Optional<Found> of(int base, LoopNest nest) {
        List<Touch> touches = nest.touches(base);
        Set<Touch> paired = new HashSet<>();
        Set<Statement> stores = stores(touches);
        Update first = null;
        List<Statement.Store> beside = new ArrayList<>();
        boolean anyOrder = true;
        for (Touch write : touches) {
            if (!write.write()) {
                continue;
            }
            Statement.Store store = (Statement.Store) write.statement();
            Update found = update(store, touches, stores, nest);
            if (found == null || first != null && !first.operator.equals(found.operator)) {
                return Optional.empty();
            }
            first = first == null ? found : first;
            paired.add(write);
            paired.addAll(found.reads);
            beside.addAll(found.beside);
            anyOrder &= store.element().kind().isInteger() || found.operator.startsWith("m");
        }
        if (first == null || !paired.containsAll(touches)) {
            return Optional.empty();
        }
        String operator = first.operator;
        Touch read = first.reads.getFirst();
        String shown = operator.startsWith("m") ? operator.substring(0, 3) : operator;
        return Optional.of(
                new Found(
                        new Reduction(read.name(), shown, anyOrder, read.line()),
                        operator,
                        beside));
    }

    private static Update update(
            Statement.Store store, List<Touch> touches, Set<Statement> stores, LoopNest nest) {
        Update found = null;
        for (Touch read : touches) {
            String operator = read.write() ? null : operator(read, store, stores, nest);
            if (operator != null) {
                found = new Update(operator, List.of(read), List.of());
            }
        }
        Extremes.Found extreme = found != null ? null : Extremes.of(store, nest);
        if (extreme == null) {
            return found;
        }
        List<Touch> reads =
                touches.stream().filter(t -> extreme.reads().contains(t.statement())).toList();
        return reads.isEmpty() ? null : new Update(extreme.operator(), reads, extreme.beside());
    }

    private static Set<Statement> stores(List<Touch> touches) {
        return touches.stream()
                .filter(Touch::write)
                .map(Touch::statement)
                .collect(Collectors.toSet());
    }

    private static String operator(
            Touch read, Statement.Store store, Set<Statement> stores, LoopNest nest) {
        Statement.Assign load = (Statement.Assign) read.statement();
        boolean alike =
                read.element().equals(store.element())
                        && Objects.equals(read.place(), store.base());
        if (!alike) {
            return null;
        }
        String operator =
                UpdateFlow.of(
                        nest.statements(),
                        load,
                        store,
                        stores,
                        cell -> operator(unnarrowed(store.value()), cell));
        return operator != null ? operator : Junctions.operator(load, store, nest);
    }

    private static Expression unnarrowed(Expression stored) {
        Expression value = stored;
        while (value instanceof Expression.Convert convert
                && convert.kind().isInteger()
                && convert.operand().kind() == Kind.INT) {
            value = convert.operand();
        }
        return value;
    }

    private static String operator(Expression value, Local cell) {
        if (value instanceof Expression.Apply apply
                && (apply.function() == PureFunction.MIN || apply.function() == PureFunction.MAX)) {
            boolean uses = apply.arguments().stream().anyMatch(part -> reads(part, cell));
            return uses ? apply.function() == PureFunction.MIN ? "min" : "max" : null;
        }
        if (!(value instanceof Expression.Binary binary)) {
            return null;
        }
        boolean left = reads(binary.left(), cell);
        boolean right = reads(binary.right(), cell);
        return switch (binary.operator()) {
            case SUB -> left ? "+" : null;
            case ADD, MUL, AND, OR, XOR -> left || right ? binary.operator().symbol() : null;
            default -> null;
        };
    }

    private static boolean reads(Expression value, Local cell) {
        return value instanceof Expression.Read read && read.local().equals(cell);
    }
}
