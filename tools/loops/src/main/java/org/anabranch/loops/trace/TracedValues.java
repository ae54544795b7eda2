package org.anabranch.loops.trace;

import org.anabranch.loops.ir.Element;
import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.Statement;

import java.lang.reflect.Array;
import java.util.Set;

/**
 * The evaluation of expressions in a frame. Values read from memory that the loop writes are
 * unknown.
 */
final class TracedValues {
    private final Set<Statement> fixed;
    private Frame frame;
    private boolean vague;

    TracedValues(Set<Statement> fixed) {
        this.fixed = fixed;
    }

    /** Returns true if the value evaluated last is unknown. */
    boolean vague() {
        return vague;
    }

    static void set(Frame frame, Local local, Object value) {
        int v = local.number();
        frame.known[v] = true;
        switch (value) {
            case null -> frame.known[v] = false;
            case Boolean _, Character _, Number _ -> frame.numbers[v] = JavaOperators.bits(value);
            default -> frame.references[v] = value;
        }
    }

    /** Returns the array, or null if it is not known. */
    Object array(Expression base, Frame in) {
        if (!(base instanceof Expression.Read read)
                || read.kind() != Kind.REFERENCE
                || !in.known[read.local().number()]) {
            return null;
        }
        Object found = in.references[read.local().number()];
        return found != null && found.getClass().isArray() ? found : null;
    }

    /** Returns the value of an expression. */
    long number(Expression value, Frame in) {
        frame = in;
        vague = false;
        return part(value);
    }

    private long part(Expression value) {
        if (value instanceof Expression.Read read) {
            int v = read.local().number();
            vague |= !frame.known[v] || read.kind() == Kind.REFERENCE;
            return frame.numbers[v];
        }
        if (value instanceof Expression.Apply apply && !apply.function().isExact()) {
            vague = true;
            return 0;
        }
        return JavaOperators.of(value, this::part);
    }

    /** Assigns a variable; returns false if the iteration throws instead. */
    boolean assign(Statement.Assign assign, Frame in) {
        int target = assign.target().number();
        return switch (assign.value()) {
            case Expression.Load load -> load(assign, load, in);
            case Expression.NewArray made -> set(in, target, 0, false);
            case Expression.Length length -> {
                Object array = array(length.base(), in);
                long found = array == null ? 0 : Array.getLength(array);
                yield set(in, target, found, array != null);
            }
            case Expression.Binary binary when binary.mayFault() -> {
                long divisor = number(binary.right(), in);
                yield vague
                        ? set(in, target, 0, false)
                        : divisor != 0 && set(in, target, number(binary, in), !vague);
            }
            default -> set(in, target, number(assign.value(), in), !vague);
        };
    }

    private static boolean set(Frame in, int target, long number, boolean known) {
        in.numbers[target] = number;
        in.known[target] = known;
        return true;
    }

    private boolean load(Statement.Assign assign, Expression.Load load, Frame in) {
        int target = assign.target().number();
        boolean row = assign.target().kind() == Kind.REFERENCE;
        boolean inArray = load.element().space() == Element.Space.ARRAY;
        Object array = inArray && (row || fixed.contains(assign)) ? array(load.base(), in) : null;
        long at = array == null ? 0 : number(load.index(), in);
        if (array == null || vague) {
            return set(in, target, 0, false);
        }
        if (at < 0 || at >= Array.getLength(array)) {
            return false;
        }
        if (!row) {
            return set(in, target, JavaOperators.element(array, (int) at), true);
        }
        in.references[target] = ((Object[]) array)[(int) at];
        in.known[target] = in.references[target] != null;
        return true;
    }
}
