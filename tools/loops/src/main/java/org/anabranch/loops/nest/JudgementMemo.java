package org.anabranch.loops.nest;

import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.LoopBody;

import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A memo of the judgements on the latest calls of one body. A judgement is reused only for a call
 * that has the same range, and in which all that the analysis has read is the same: numbers,
 * lengths, addresses, which arrays are one, and what {@linkplain Judgement#holds was decided} by
 * elements of arrays. No object of a call stays reachable. Thread-safe: a lost update costs an
 * analysis only.
 */
public final class JudgementMemo {
    private static final int MOST = 8;

    /** A call and its judgement. */
    private record Known(long low, long high, List<Object> shape, Judgement judgement) {
        boolean fits(long otherLow, long otherHigh, List<Object> other, Inputs inputs) {
            if (low != otherLow || high != otherHigh || !shape.equals(other)) {
                return false;
            }
            for (Map.Entry<Local, Long> number : judgement.nest().numbers().entrySet()) {
                if (inputs.number(number.getKey()) != number.getValue()) {
                    return false;
                }
            }
            return judgement.holds(inputs);
        }
    }

    private final LoopBody body;

    /** The arrays of the latest call, until the next garbage collection. */
    private volatile WeakReference<DistinctRows> rows = new WeakReference<>(null);

    /** The latest calls, the latest first. */
    private volatile List<Known> calls = List.of();

    /**
     * Creates an empty memo.
     *
     * @param body the body
     */
    public JudgementMemo(LoopBody body) {
        this.body = body;
    }

    /** {@return the rows of the arrays of the latest call; null if unknown, or if some overlap} */
    public DistinctRows rows() {
        return rows.get();
    }

    /**
     * Analyses a call, unless that is known.
     *
     * @param inputs the values of the body's inputs
     * @param low first index
     * @param high bound, not included, above {@code low}
     * @return the judgement
     */
    public Judgement of(Inputs inputs, long low, long high) {
        DistinctRows before = rows.get();
        AliasAnalysis memory = new AliasAnalysis(body, inputs, before);
        DistinctRows distinct = memory.distinct();
        if (distinct != null && distinct != before) {
            rows = new WeakReference<>(distinct);
        }
        List<Object> shape = memory.shape();
        List<Known> known = calls;
        for (Known call : known) {
            if (call.fits(low, high, shape, inputs)) {
                return call.judgement;
            }
        }
        Judgement judgement = Judgement.of(body, inputs, memory, low, high);
        Known call = new Known(low, high, shape, judgement);
        calls = Stream.concat(Stream.of(call), known.stream().limit(MOST - 1)).toList();
        return judgement;
    }
}
