package org.anabranch.loops.speculate;

import org.anabranch.api.Platform;
import org.anabranch.loops.device.Pieces;
import org.anabranch.loops.speculate.LogException.Reason;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** The rounds of one window after the other: execute, link, validate, execute again, commit. */
final class Rounds {
    /** The fewest iterations that are worth a piece of their own, to execute and to compare. */
    private static final int EXECUTED = 16;

    private static final int COMPARED = 512;
    private static final int PIECES = 4 * Runtime.getRuntime().availableProcessors();

    private final Platform platform;
    private final SpeculatedLoop loop;
    private final IterationWindow window;
    private final SpeculationTuning tuning;
    private final int[] dirty;
    private final AtomicInteger dirtyCount = new AtomicInteger();
    private final AtomicInteger firstDirty = new AtomicInteger();
    private final AtomicInteger firstFault = new AtomicInteger();
    private final AtomicBoolean hot = new AtomicBoolean();
    private final LongAdder shared = new LongAdder();
    private long base;
    private int count;
    private long again;

    Rounds(
            Platform platform,
            SpeculatedLoop loop,
            IterationWindow window,
            SpeculationTuning tuning) {
        this.platform = platform;
        this.loop = loop;
        this.window = window;
        this.tuning = tuning;
        this.dirty = new int[window.size];
    }

    /** A part of numbers from 0. */
    private interface Part {
        void run(int from, int to);
    }

    /**
     * Runs a window.
     *
     * @param at index of its first iteration
     * @param n number of its iterations
     * @return the number of iterations that are right, and are committed
     */
    int run(long at, int n) {
        base = at;
        count = 1;
        again = 0;
        shared.reset();
        hot.set(false);
        window.unlink();
        inPieces(n, EXECUTED, this::executeAndLink);
        int right = 0;
        int before = n;
        while (true) {
            right = validate(right, n);
            int wrong = dirtyCount.get();
            boolean stalls = count > 1 && wrong > n / 2 && wrong > before / 4 * 3;
            if (wrong == 0 || count > tuning.cap() || firstFault.get() < right || stalls) {
                break;
            }
            before = wrong;
            inPieces(wrong, EXECUTED, this::executeAgain);
            again += wrong;
            count++;
            flip(wrong, n);
        }
        int done = Math.min(right, firstFault.get());
        commit(done);
        return done;
    }

    private void inPieces(int n, int least, Part part) {
        int pieces = Math.min(PIECES, (n - 1) / least + 1);
        if (pieces <= 1) {
            part.run(0, n);
            return;
        }
        int each = (n - 1) / pieces + 1;
        Pieces.run(
                platform,
                (n - 1) / each + 1,
                piece -> part.run(piece * each, Math.min(n, (piece + 1) * each)));
    }

    private IterationLog log(boolean isAgain) {
        return new IterationLog(loop, window, base, isAgain, tuning.steps());
    }

    private void executeAndLink(int from, int to) {
        log(false).run(from, to);
        link(from, to);
    }

    private void link(int from, int to) {
        long found = 0;
        for (int k = from; k < to; k++) {
            found += window.link(k);
        }
        shared.add(found);
    }

    private void executeAgain(int from, int to) {
        IterationLog log = log(true);
        for (int at = from; at < to; at++) {
            log.run(dirty[at], dirty[at] + 1);
        }
    }

    /** Makes what has run again current; links anew if that is elsewhere. */
    private void flip(int wrong, int n) {
        boolean moved = false;
        for (int at = 0; at < wrong; at++) {
            moved |= window.flip(dirty[at]);
        }
        if (moved) {
            shared.reset();
            window.unlink();
            inPieces(n, COMPARED, this::link);
        }
    }

    /**
     * Finds the iterations that have read wrong values.
     *
     * @param right the number of iterations that are known to be right
     * @param n the iterations
     * @return the number that are right now
     */
    private int validate(int right, int n) {
        dirtyCount.set(0);
        firstDirty.set(n);
        firstFault.set(n);
        inPieces(n - right, COMPARED, (from, to) -> validate(right + from, right + to, n));
        return firstDirty.get();
    }

    private void validate(int from, int to, int n) {
        int wrong = n;
        int fault = n;
        for (int k = from; k < to; k++) {
            if (!isRight(k)) {
                dirty[dirtyCount.getAndIncrement()] = k;
                wrong = Math.min(wrong, k);
            } else if (window.fault(k) != null) {
                fault = Math.min(fault, k);
            }
        }
        firstDirty.accumulateAndGet(wrong, Math::min);
        firstFault.accumulateAndGet(fault, Math::min);
    }

    /** Returns true if all that an iteration has read is what the earlier ones have written. */
    private boolean isRight(int k) {
        if (k == 0) {
            return true;
        }
        int end = k * window.reads + window.readCounts[k];
        for (int at = k * window.reads; at < end; at++) {
            int cell = window.readCells[at];
            int entry = window.newest(cell, k);
            if (entry == IterationWindow.HOT) {
                hot.set(true);
                return false;
            }
            long bits = entry == IterationWindow.NONE ? loop.get(cell) : window.bits(entry);
            if (bits != window.readBits[at]) {
                return false;
            }
        }
        return true;
    }

    /** Writes what iterations have logged to the program's memory, in their order. */
    private void commit(int done) {
        for (int k = 0; k < done; k++) {
            int version = window.versions[k];
            int begin = k * window.writes;
            for (int id = begin; id < begin + window.writeCounts[version][k]; id++) {
                loop.set(window.writeCells[version][id], window.writeBits[version][id]);
            }
        }
    }

    int size() {
        return window.size;
    }

    /** Returns the rounds of the latest window. */
    int count() {
        return count;
    }

    long again() {
        return again;
    }

    long shared() {
        return shared.sum();
    }

    boolean isHot() {
        return hot.get();
    }

    /** Returns the fault of an iteration of the latest window, or null. */
    Reason fault(int k) {
        return k < window.size ? window.fault(k) : null;
    }
}
