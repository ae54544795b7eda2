package org.anabranch.loops.nest;

import org.anabranch.loops.Reduction;
import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Function;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.Operator;
import org.anabranch.loops.ir.Statement;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Recognises memory that is only reduced into: each read of a cell is followed by a write of the
 * same cell, of the value read combined with another, and used for nothing else.
 */
final class Reductions {
    private Reductions() {}

    /**
     * A reduction, and how two parts of it are combined.
     *
     * @param reduction what is said of it
     * @param combining its operator, or that of {@link Extremes}
     */
    record Found(Reduction reduction, String combining) {}

    static Optional<Found> of(int base, LoopNest nest) {
        List<Touch> touches = nest.touches().stream().filter(t -> t.base() == base).toList();
        Set<Touch> paired = new HashSet<>();
        Set<Statement> stores = stores(touches);
        String operator = null;
        Touch first = null;
        boolean anyOrder = true;
        for (Touch write : touches) {
            if (!write.write()) {
                continue;
            }
            Statement.Store store = (Statement.Store) write.statement();
            Touch read = null;
            String found = null;
            for (Touch candidate : touches) {
                String fits = candidate.write() ? null : operator(candidate, store, stores, nest);
                if (fits != null) {
                    read = candidate;
                    found = fits;
                }
            }
            if (found == null || operator != null && !operator.equals(found)) {
                return Optional.empty();
            }
            operator = found;
            first = first == null ? read : first;
            paired.add(write);
            paired.add(read);
            anyOrder &= store.element().kind().isInteger() || found.startsWith("m");
        }
        if (first == null || !paired.containsAll(touches)) {
            return Optional.empty();
        }
        String shown = operator.startsWith("m") ? operator.substring(0, 3) : operator;
        return Optional.of(
                new Found(new Reduction(first.name(), shown, anyOrder, first.line()), operator));
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
        String update =
                UpdateFlow.of(
                        nest.statements(),
                        load,
                        store,
                        stores,
                        cell -> operator(unnarrowed(store.value()), cell));
        return update != null ? update : Extremes.of(read, store, nest);
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
                && (apply.function() == Function.MIN || apply.function() == Function.MAX)) {
            boolean uses = apply.arguments().stream().anyMatch(part -> reads(part, cell));
            return uses ? apply.function() == Function.MIN ? "min" : "max" : null;
        }
        if (!(value instanceof Expression.Binary binary)) {
            return null;
        }
        boolean left = reads(binary.left(), cell);
        boolean right = reads(binary.right(), cell);
        if (binary.operator() == Operator.SUB && left) {
            return "+";
        }
        if (!left && !right) {
            return null;
        }
        return switch (binary.operator()) {
            case ADD -> "+";
            case MUL -> "*";
            case AND -> "&";
            case OR -> "|";
            case XOR -> "^";
            default -> null;
        };
    }

    private static boolean reads(Expression value, Local cell) {
        return value instanceof Expression.Read read && read.local().equals(cell);
    }
}
