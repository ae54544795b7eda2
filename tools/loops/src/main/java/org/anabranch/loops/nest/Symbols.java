package org.anabranch.loops.nest;

import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Expression.Constant;
import org.anabranch.loops.ir.Expression.Not;
import org.anabranch.loops.ir.Expression.Read;
import org.anabranch.loops.ir.Expression.Relation;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Local;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The symbols of a symbolic execution, which are variables with negative numbers. */
final class Symbols {
    /** The number of parts from which an expression becomes a symbol. */
    private static final int LARGEST = 100;

    /** The symbols whose values depend on the memory. */
    private final Set<Local> contents = new HashSet<>();

    private int last;

    /** Returns a symbol for an unknown value. */
    Read of(Kind kind, boolean tainted) {
        Local symbol = new Local(--last, "", kind);
        if (tainted) {
            contents.add(symbol);
        }
        return new Read(symbol);
    }

    /** Returns true if a value depends on what the memory holds. */
    boolean isTainted(Expression value) {
        return value.reads().anyMatch(contents::contains);
    }

    /** Returns a symbol for an unknown value that depends on the memory if another does. */
    Read like(Expression value) {
        return of(value.kind(), isTainted(value));
    }

    static boolean isLarge(Expression value) {
        return value.all().limit(LARGEST + 1).count() > LARGEST;
    }

    /** Replaces variables by their values. */
    static Expression in(Expression expression, Map<Local, Expression> values) {
        if (expression instanceof Read read) {
            return values.getOrDefault(read.local(), read);
        }
        Expression inside = expression.map(part -> in(part, values));
        return switch (inside) {
            case Not(Constant truth) -> Constant.of(truth.bits() == 0 ? 1 : 0);
            case Relation(var order, Constant left, Constant right) when left.kind().isInteger() ->
                    Constant.of(order.holds(left.bits(), right.bits()) ? 1 : 0);
            default -> inside;
        };
    }
}
