package org.anabranch.loops.cost;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The measured times of one loop in the program. They choose between running its iterations in
 * order, unproved, and proving and sharing them. A loop shorter than {@link #SHORT_NANOS} runs in
 * order without being measured each time; for a longer one both ways are tried, for each magnitude
 * of its length. Of a loop of milliseconds no whole call is run in order for a trial. Thread-safe:
 * a lost update costs time only.
 */
public final class LoopSite {
    /** The reason why a call ran {@link Way#IN_ORDER}. */
    public static final String UNPROVED = "a proof is not expected to pay";

    /** The duration of a loop below which sharing it cannot pay. */
    static final double SHORT_NANOS = 25_000;

    /** The ratio of the durations of a short loop and of a tiny one. */
    private static final long TINY_PART = 25;

    /** The duration of a loop below which a call of its range method costs too much. */
    private static final double TINY_NANOS = SHORT_NANOS / TINY_PART;

    /** The time that the first trials of the slower way may take in addition. */
    private static final double FIRST_NANOS = 10e6;

    /** The ticks that calls run unmeasured between two measured ones, at most. */
    static final int MOST_TICKS = 128;

    /** The same for calls that are short only because sharing them is known to be slower. */
    private static final int MOST_TICKS_OF_LONG = 16;

    /** The factor by which a time of an iteration is unlike those before. */
    private static final double UNLIKE = 2;

    private static final ClassValue<LoopSite> SITES =
            new ClassValue<>() {
                @Override
                protected LoopSite computeValue(Class<?> type) {
                    return new LoopSite();
                }
            };

    /** The way a call of a loop runs. */
    public enum Way {
        /** In order. */
        IN_ORDER,
        /** Prove it, and share it if that succeeds. */
        SHARED
    }

    /** The length below which a call runs in order at once. */
    private long least;

    /** The length of loops that take {@link #SHORT_NANOS}. */
    private long brief;

    /** The time until which such calls are not measured, and the ticks of the last pause. */
    private long until;

    private int ticks;

    private final UnmeasuredTime unmeasured = new UnmeasuredTime();

    /** Nanoseconds of one iteration in order; 0 as long as it is unknown. */
    private volatile double pace;

    /** The time of all measured calls. */
    private double spent;

    private final VerdictCost verdict = new VerdictCost();

    private final AtomicReferenceArray<FasterWay> ways = new AtomicReferenceArray<>(Long.SIZE);
    private final int processors;
    private final AtomicInteger preparation = new AtomicInteger();
    private volatile String name = "";
    private volatile boolean exact;

    /** Creates the site of a loop. */
    public LoopSite() {
        this(Runtime.getRuntime().availableProcessors());
    }

    LoopSite(int processors) {
        this.processors = processors;
    }

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
        return length < least && CoarseClock.isBefore(until);
    }

    /**
     * Returns true if a call is {@linkplain #isShort short}, and no call must ask who runs it.
     *
     * @param distance the number of iterations, or a multiple of it, times the step
     * @param step the step
     * @return true for most short calls
     */
    public boolean goesOn(long distance, long step) {
        return distance < least * step && CoarseClock.isFreeUntil(until);
    }

    /**
     * Returns true if a call that is to be shared begins in order, until that {@linkplain
     * #isWorthProof is known to be} the slower way.
     *
     * @param length the number of iterations, or a multiple of it
     * @return true if the time of an iteration is unknown, or to be measured again
     */
    public boolean beginsInOrder(long length) {
        return pace == 0 || ways(length).takeTrial();
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
            return Way.SHARED;
        }
        double expected = each * length;
        if (expected < SHORT_NANOS || Math.max(spent, expected / 2) < verdict.expected()) {
            return Way.IN_ORDER;
        }
        return ways(length).secondIsNext(expected) ? Way.SHARED : Way.IN_ORDER;
    }

    /**
     * Returns true if a call, begun in order, is worth a proof for the rest of it: a first call, if
     * the rest takes longer than a proof; else if the whole takes longer than shared calls did.
     *
     * @param length the number of iterations, or a multiple of it
     * @param nanos the time so far
     * @param rest the expected time of the rest
     * @return true if the rest is to be shared
     */
    public boolean isWorthProof(long length, long nanos, double rest) {
        FasterWay known = ways.get(magnitude(length));
        if (known != null && known.knowsSecond()) {
            return known.endsTrial(nanos, rest);
        }
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
        // most of the time of a tiny run is that of measuring it
        boolean isNoise = nanos < TINY_NANOS && before != 0 && each > before;
        double unlike = each > before ? each / before : before / each;
        if (!isNoise) {
            pace = before == 0 || each < before ? each : (before + each) / 2;
        }
        took(length, false, nanos);
        pause(length, nanos, isNoise || unlike < UNLIKE);
    }

    /**
     * Returns true if a call may run unmeasured and is expected to take less than {@link
     * #SHORT_NANOS}, of which a call of its range method would be a measurable part.
     *
     * @param distance the number of iterations, or a multiple of it, times the step
     * @param step the step
     * @return true for most short calls
     */
    public boolean isBrief(long distance, long step) {
        return distance < brief * step && CoarseClock.isFreeUntil(until);
    }

    /**
     * Returns true if a {@linkplain #isBrief brief} call is expected to take so little time that a
     * call of its range method would be a considerable part.
     *
     * @param distance the number of iterations, or a multiple of it, times the step
     * @param step the step
     * @return true for most of the shortest calls
     */
    public boolean isTiny(long distance, long step) {
        return distance < brief / TINY_PART * step && CoarseClock.isFreeUntil(until);
    }

    /** Lets calls of no more than this length run unmeasured for a while, longer each time. */
    private void pause(long length, long nanos, boolean isAsBefore) {
        brief = (long) (SHORT_NANOS / pace);
        boolean isBrief = length < brief;
        boolean isSlowerShared = !isBrief && ways(length).firstIsSettled();
        if (isSlowerShared && !addsUnmeasured(length, nanos)) {
            least = brief;
            return;
        }
        int most = isBrief ? MOST_TICKS : MOST_TICKS_OF_LONG;
        ticks = isAsBefore && (isBrief || isSlowerShared) ? Math.clamp(2L * ticks, 1, most) : 1;
        least = isSlowerShared ? length + 1 : brief;
        until = CoarseClock.after(ticks);
    }

    /**
     * Adds the time of calls that ran unmeasured; returns false if the next one must be measured.
     */
    private boolean addsUnmeasured(long length, long nanos) {
        long most = ticks * CoarseClock.TICK_MILLIS * 1_000_000;
        double time = unmeasured.took(System.nanoTime() - nanos, nanos, most);
        if (time == UnmeasuredTime.UNKNOWN) {
            return false;
        }
        ways(length).ranUnmeasured(time);
        return true;
    }

    /**
     * Records that a call began in order, until the rest was to be shared.
     *
     * @param length the part that ran in order, recorded as that of whole calls
     * @param nanos its time
     */
    void beganInOrder(long length, long nanos) {
        if (pace == 0) {
            ranInOrder(length, nanos);
        }
    }

    /**
     * Records the shared rest of a call that began in order: iterations in order would have taken
     * no less.
     *
     * @param length of the rest, recorded as that of whole calls
     * @param nanos the time of the rest, without the proof
     */
    public void sharedRest(long length, long nanos) {
        pace = Math.max(pace, nanos / (double) Math.max(length, 1));
    }

    /**
     * Records a call that was to be shared, but is refused: the proof, and the loop in order.
     *
     * @param length the number of iterations, or the same multiple of it as before
     * @param nanos the time of the proof
     * @param inOrder the time of the loop
     */
    public void wasRefused(long length, long nanos, long inOrder) {
        took(length, true, nanos + inOrder);
        ranInOrder(length, inOrder);
    }

    /**
     * Records a call that was shared: the proof, and the loop.
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
        int magnitude = magnitude(length);
        FasterWay known = ways.get(magnitude);
        if (known == null) {
            ways.compareAndSet(magnitude, null, new FasterWay(FIRST_NANOS, processors));
            known = ways.get(magnitude);
        }
        return known;
    }

    private static int magnitude(long length) {
        return Long.SIZE - 1 - Long.numberOfLeadingZeros(length | 1);
    }

    /** {@return true, once, if a proof is to be prepared} */
    public boolean takePreparation() {
        return preparation.compareAndSet(0, 1);
    }

    /** Records that a first proof will find its code loaded and the body lifted. */
    public void prepared() {
        preparation.set(2);
    }

    /** {@return true if a first proof is prepared} */
    public boolean isPrepared() {
        return preparation.get() == 2;
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
