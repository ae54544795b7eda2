package org.anabranch.loops.nest;

import org.anabranch.loops.depend.ArrayAccess;
import org.anabranch.loops.depend.Dependences;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongUnaryOperator;

/**
 * The inspector for index arrays: resolves doubts about accesses that run once per iteration by the
 * contents of their index arrays. Exact for the call at hand, in a few steps per iteration.
 */
final class Inspection {
    /**
     * Two iterations that access one element.
     *
     * @param earlier access of the earlier one
     * @param later access of the later one
     * @param from the earlier iteration, counted from 0
     * @param to the later iteration
     */
    record Collision(Touch earlier, Touch later, long from, long to) {}

    private final LoopNest nest;
    private final Inputs inputs;
    private final long iterations;

    /** The first conflict found; null if there is none. */
    Collision collision;

    private Inspection(LoopNest nest, Inputs inputs, long iterations) {
        this.nest = nest;
        this.inputs = inputs;
        this.iterations = iterations;
    }

    /** Resolves all doubts, or returns null. */
    static Inspection of(LoopNest nest, Inputs inputs, Dependences dependences) {
        Set<Integer> bases = new HashSet<>();
        for (Dependences.Doubt doubt : dependences.doubts()) {
            if (doubt.reason() != Dependences.Reason.UNKNOWN_SUBSCRIPT) {
                return null;
            }
            bases.add(doubt.first().base());
        }
        Inspection inspection = new Inspection(nest, inputs, nest.iterations());
        for (int base : bases) {
            if (!inspection.settles(base)) {
                return null;
            }
        }
        return inspection;
    }

    private boolean settles(int base) {
        List<Touch> writes = new ArrayList<>();
        List<Touch> reads = new ArrayList<>();
        for (Touch touch : nest.touches(base)) {
            if (touch.length() < 0 || !once(touch)) {
                return false;
            }
            (touch.write() ? writes : reads).add(touch);
        }
        int length = writes.getFirst().length();
        int[] owner = new int[length];
        byte[] place = new byte[length];
        if (iterations >= Integer.MAX_VALUE || writes.size() > Byte.MAX_VALUE) {
            return false;
        }
        for (int w = 0; w < writes.size() && collision == null; w++) {
            mark(writes, (byte) w, owner, place);
        }
        for (Touch read : reads) {
            compare(read, writes, owner, place);
        }
        return true;
    }

    /**
     * Returns true if the subscript depends on the iteration alone, and no index array is written.
     */
    private boolean once(Touch touch) {
        if (touch.indirect() != null) {
            return nest.isFixed(touch.indirect());
        }
        return nest.accesses().stream()
                .filter(access -> access.id() == touch.id())
                .allMatch(Inspection::once);
    }

    private static boolean once(ArrayAccess access) {
        return access.subscripts().size() == 1
                && access.width() == 1
                && access.subscripts().getFirst().variables() <= 1;
    }

    /** Returns the subscript in an iteration, by its number. */
    private LongUnaryOperator subscripts(Touch touch) {
        if (touch.indirect() != null) {
            int[] values = touch.indirect().values(inputs);
            return iteration -> touch.indirect().at(values, iteration);
        }
        for (ArrayAccess access : nest.accesses()) {
            if (access.id() == touch.id()) {
                return access.subscripts().getFirst()::at;
            }
        }
        return iteration -> Long.MIN_VALUE;
    }

    private void mark(List<Touch> writes, byte which, int[] owner, byte[] place) {
        Touch write = writes.get(which);
        LongUnaryOperator subscripts = subscripts(write);
        for (long k = 0; k < iterations; k++) {
            long at = subscripts.applyAsLong(k);
            if (at < 0 || at >= owner.length) {
                continue;
            }
            int before = owner[(int) at];
            if (before != 0 && before != k + 1) {
                found(writes.get(place[(int) at]), before - 1, write, k);
                return;
            }
            owner[(int) at] = (int) k + 1;
            place[(int) at] = which;
        }
    }

    private void compare(Touch read, List<Touch> writes, int[] owner, byte[] place) {
        LongUnaryOperator subscripts = subscripts(read);
        for (long k = 0; k < iterations && collision == null; k++) {
            long at = subscripts.applyAsLong(k);
            if (at >= 0 && at < owner.length) {
                int writer = owner[(int) at];
                if (writer != 0 && writer != k + 1) {
                    found(writes.get(place[(int) at]), writer - 1, read, k);
                }
            }
        }
    }

    private void found(Touch first, long from, Touch second, long to) {
        collision =
                from < to
                        ? new Collision(first, second, from, to)
                        : new Collision(second, first, to, from);
    }
}
