package org.anabranch.loops.run;

import org.anabranch.loops.device.KeptArrays;
import org.anabranch.loops.ir.Input;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.lift.BodyRefusal;
import org.anabranch.loops.lift.ClassCache;
import org.anabranch.loops.lift.Revealed;
import org.anabranch.loops.nest.Inputs;

import java.io.Serializable;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A memo of the analyses of the latest calls of bodies of one class. If a call has the range and
 * the inputs of one of them, its analysis is the same: equal numbers, the same objects, arrays of
 * arrays with the same rows. An analysis that has read elements of arrays is not kept. Objects are
 * held weakly. Thread-safe: a lost update costs an analysis only.
 */
final class KnownCalls {
    private static final int MOST = 4;

    private static final ClassValue<KnownCalls> ALL = new ClassCache<>(type -> new KnownCalls());

    /** The latest calls, the latest first. */
    private volatile List<Known> latest = List.of();

    /**
     * An analysed call.
     *
     * @param values its inputs, objects by weak references
     * @param analysis its analysis, without inputs
     */
    private record Known(
            long low, long high, List<Class<?>> classes, List<Object> values, Analysis analysis) {

        /** Returns the inputs of a call if they are the same; else null. */
        Inputs same(List<Object> captured) {
            if (!classes.equals(classesOf(captured))) {
                return null;
            }
            Inputs inputs;
            try {
                inputs = new Inputs(analysis.lifted(), captured, KeptArrays::home);
            } catch (BodyRefusal changed) {
                return null;
            }
            List<Object> nested = new ArrayList<>();
            for (int i = 0; i < values.size(); i++) {
                Object value = inputs.of(analysis.lifted().body().inputs().get(i).local());
                if (!isSame(values.get(i), value)) {
                    return null;
                }
                if (value instanceof Object[]) {
                    nested.add(value);
                }
            }
            boolean same = nested.isEmpty() || Analysis.memo(analysis.lifted()).hasRows(nested);
            return same ? inputs : null;
        }

        private static boolean isSame(Object before, Object now) {
            return before instanceof WeakReference<?> object
                    ? now != null && object.get() == now
                    : before.equals(now);
        }
    }

    /** Returns the memo for a body. */
    static KnownCalls of(Serializable body) {
        return ALL.get(body.getClass());
    }

    /**
     * Returns the analysis of a call if it is known.
     *
     * @return the analysis, with the inputs of this call, or null
     */
    Analysis find(Revealed body, long low, long high) {
        for (Known known : latest) {
            Inputs inputs =
                    known.low == low && known.high == high ? known.same(body.captured()) : null;
            if (inputs != null) {
                return known.analysis.with(inputs);
            }
        }
        return null;
    }

    /**
     * Adds a call.
     *
     * @param analysis kept only if it holds for all calls with the same inputs
     */
    void add(Revealed body, Analysis analysis, long low, long high) {
        List<Object> values = new ArrayList<>();
        for (Input input : analysis.lifted().body().inputs()) {
            Object value = analysis.inputs().of(input.local());
            boolean isObject = input.local().kind() == Kind.REFERENCE;
            values.add(isObject && value != null ? new WeakReference<>(value) : value);
        }
        boolean isKept =
                !analysis.judgement().readsData() && values.stream().allMatch(KnownCalls::isFixed);
        if (isKept) {
            List<Class<?>> classes = classesOf(body.captured());
            Known known = new Known(low, high, classes, values, analysis.with(null));
            latest = Stream.concat(Stream.of(known), latest.stream().limit(MOST - 1)).toList();
        }
    }

    /** Returns true for all but null, and objects in arrays. */
    private static boolean isFixed(Object value) {
        return value instanceof WeakReference<?> object && object.get() instanceof Object[] array
                ? array.getClass().componentType().isArray()
                : value != null;
    }

    private static List<Class<?>> classesOf(List<Object> captured) {
        List<Class<?>> classes = new ArrayList<>();
        for (Object value : captured) {
            classes.add(value == null ? void.class : value.getClass());
        }
        return classes;
    }
}
