package org.anabranch.loops.cost;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The measured times of one loop in the program. They choose between running its iterations in
 * order, unproved, and proving and sharing them. A loop shorter than {@link #SHORT_NANOS} runs in
 * order without being measured each time; for a longer one both ways are tried, for each magnitude
 * of its length. Thread-safe: a lost update costs time only.
 */
public final class LoopSite {
    /** The reason why a call ran {@link Way#IN_ORDER}. */
    public static final String UNPROVED = "a proof is not expected to pay";

    /** The duration of a loop below which sharing it cannot pay. */
    static final double SHORT_NANOS = 25_000;

    /** The time that the first trials of the slower way may take in addition. */
    private static final double FIRST_NANOS = 10e6;

    /** The time that calls run unmeasured between two measured ones. */
    private static final double UNMEASURED_NANOS = 50_000;

    private static final int MOST_UNMEASURED = 10_000;

    private static final ClassValue<LoopSite> SITES =
            new ClassValue<>() {
                @Override
                protected LoopSite computeValue(Class<?> type) {
                    return new LoopSite();
                }
            };

    /** The way a call of a loop runs. */
    public enum Way {
        /** Begin in order, and find out how long an iteration takes. */
        FIND_OUT,
        /** In order. */
        IN_ORDER,
        /** Prove it, and share it if that succeeds. */
        SHARED
    }

    /** The length below which a call runs in order at once. */
    private int least;

    /** The number of such calls until one is measured. */
    private int unmeasured;

    /** Nanoseconds of one iteration in order; 0 as long as it is unknown. */
    private volatile double pace;

    /** The time of all measured calls. */
    private double spent;

    private final VerdictCost verdict = new VerdictCost();

    private final AtomicReferenceArray<FasterWay> ways = new AtomicReferenceArray<>(Long.SIZE);
    private volatile String name = "";
    private volatile boolean exact;

    /**
     * Returns the site of a body: one for each class of bodies, and so for each lambda.
     *
     * @param body the body
     * @return its site
     */
    public static LoopSite of(Object body) {
        return SITES.get(body.getClass());
    }

    /**
     * Returns true if a call is so short that it is to run in order, unmeasured.
     *
     * @param length the number of iterations, or a multiple of it
     * @return true for most short calls
     */
    public boolean isShort(long length) {
        return length < least && --unmeasured >= 0;
    }

    /** {@return true if the time of an iteration is unknown} */
    public boolean isUnknown() {
        return pace == 0;
    }

    /**
     * Chooses how the next call runs.
     *
     * @param length the number of iterations, or a multiple of it
     * @return the way
     */
    public Way next(long length) {
        double each = pace;
        if (each == 0) {
            return Way.FIND_OUT;
        }
        if (each * length < SHORT_NANOS || spent < verdict.expected()) {
            return Way.IN_ORDER;
        }
        return ways(length).secondIsNext() ? Way.SHARED : Way.IN_ORDER;
    }

    /**
     * Returns true if a first call, begun in order, is worth a proof for the rest of it.
     *
     * @param nanos the time so far
     * @param rest the expected time of the rest
     * @return true if the rest is to be shared
     */
    public boolean isWorthProof(long nanos, double rest) {
        double cost = verdict.expected();
        return rest > SHORT_NANOS + 2 * cost && nanos > cost / 4;
    }

    /**
     * Records a call that ran in order, without a proof.
     *
     * @param length the number of iterations, or the same multiple of it as before
     * @param nanos its time
     */
    public void ranInOrder(long length, long nanos) {
        double each = Math.max(nanos, 1) / (double) Math.max(length, 1);
        double before = pace;
        pace = before == 0 || each < before ? each : (before + each) / 2;
        least = (int) Math.min(Integer.MAX_VALUE, SHORT_NANOS / pace);
        unmeasured = (int) Math.min(MOST_UNMEASURED, UNMEASURED_NANOS / Math.max(nanos, 1));
        took(length, false, nanos);
    }

    /**
     * Records a call that was to be shared: the proof, and the loop in whichever way it then ran.
     *
     * @param length the number of iterations, or the same multiple of it as before
     * @param nanos its time
     */
    public void tookShared(long length, long nanos) {
        took(length, true, nanos);
    }

    /**
     * Records the time of a proof.
     *
     * @param nanos its time
     */
    public void proved(long nanos) {
        verdict.took(nanos);
    }

    private void took(long length, boolean shared, long nanos) {
        spent += nanos;
        if (pace * length >= SHORT_NANOS) {
            ways(length).took(shared, nanos);
        }
    }

    private FasterWay ways(long length) {
        int magnitude = Long.SIZE - 1 - Long.numberOfLeadingZeros(length | 1);
        FasterWay known = ways.get(magnitude);
        if (known == null) {
            ways.compareAndSet(magnitude, null, new FasterWay(FIRST_NANOS));
            known = ways.get(magnitude);
        }
        return known;
    }

    /** {@return true if the loop's result cannot depend on the order of rounding} */
    public boolean isExact() {
        return exact;
    }

    /**
     * Records if the loop's result can depend on the order of rounding.
     *
     * @param known true if it cannot
     */
    public void exact(boolean known) {
        exact = known;
    }

    /** {@return the name of the loop for people, empty as long as it is unknown} */
    public String name() {
        return name;
    }

    /**
     * Sets the name of the loop.
     *
     * @param known its name, for people
     */
    public void name(String known) {
        name = known;
    }
}
