package org.anabranch.loops.run;

import org.anabranch.loops.device.KeptArrays;
import org.anabranch.loops.ir.Input;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.lift.BodyRefusal;
import org.anabranch.loops.lift.ClassCache;
import org.anabranch.loops.lift.Lifted;
import org.anabranch.loops.lift.Revealed;
import org.anabranch.loops.nest.DistinctRows;
import org.anabranch.loops.nest.Inputs;
import org.anabranch.loops.nest.Judgement;

import java.io.Serializable;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A memo of the analyses of the latest calls of bodies of one class. If a call has the range and
 * the inputs of one of them, its analysis is the same: equal numbers, the same objects, arrays of
 * arrays with the same rows, and elements of arrays by which {@linkplain Judgement#holds the same
 * was decided}. Objects are held weakly. Thread-safe: a lost update costs an analysis only.
 */
final class KnownCalls {
    private static final int MOST = 4;

    private static final ClassValue<KnownCalls> ALL = new ClassCache<>(type -> new KnownCalls());

    /** The latest calls, the latest first. */
    private volatile List<Known> latest = List.of();

    /**
     * An analysed call.
     *
     * @param classes of what the body captured
     * @param values its inputs, objects by weak references
     * @param rows of those inputs that are arrays of arrays
     * @param analysis its analysis, without inputs
     */
    private record Known(
            long low,
            long high,
            List<Class<?>> classes,
            List<Object> values,
            WeakReference<DistinctRows> rows,
            Analysis analysis) {

        /** Returns the inputs of a call if they are the same; else null. */
        Inputs same(Revealed body) {
            if (!classes.equals(body.classes())) {
                return null;
            }
            Inputs inputs;
            try {
                inputs = new Inputs(analysis.lifted(), body.captured(), KeptArrays::home);
            } catch (BodyRefusal changed) {
                return null;
            }
            List<Object> now = valuesOf(analysis.lifted(), inputs);
            for (int i = 0; i < now.size(); i++) {
                if (!isSame(values.get(i), now.get(i))) {
                    return null;
                }
            }
            return haveRows(now, rows.get()) && analysis.judgement().holds(inputs) ? inputs : null;
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
            Inputs inputs = known.low == low && known.high == high ? known.same(body) : null;
            if (inputs != null) {
                return known.analysis.with(inputs);
            }
        }
        return null;
    }

    /**
     * Adds a call.
     *
     * @param analysis its analysis
     */
    void add(Revealed body, Analysis analysis, long low, long high) {
        Lifted lifted = analysis.lifted();
        List<Object> values = valuesOf(lifted, analysis.inputs());
        DistinctRows rows = Analysis.memo(lifted).rows();
        if (values.contains(null) || !haveRows(values, rows)) {
            return;
        }
        List<Object> held = new ArrayList<>();
        List<Input> inputs = lifted.body().inputs();
        for (int i = 0; i < values.size(); i++) {
            Object value = values.get(i);
            boolean isObject = inputs.get(i).local().kind() == Kind.REFERENCE;
            held.add(isObject ? new WeakReference<>(value) : value);
        }
        WeakReference<DistinctRows> heldRows = new WeakReference<>(rows);
        Known known = new Known(low, high, body.classes(), held, heldRows, analysis.with(null));
        latest = Stream.concat(Stream.of(known), latest.stream().limit(MOST - 1)).toList();
    }

    private static List<Object> valuesOf(Lifted lifted, Inputs inputs) {
        List<Object> values = new ArrayList<>();
        for (Input input : lifted.body().inputs()) {
            values.add(inputs.of(input.local()));
        }
        return values;
    }

    /** Returns true if all arrays of objects have the rows that they had. */
    private static boolean haveRows(List<Object> values, DistinctRows rows) {
        List<Object> arrays = new ArrayList<>();
        for (Object value : values) {
            if (value instanceof Object[]) {
                arrays.add(value);
            }
        }
        return arrays.isEmpty() || rows != null && rows.hold(arrays);
    }
}
