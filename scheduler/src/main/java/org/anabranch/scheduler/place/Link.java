package org.anabranch.scheduler.place;

import com.google.errorprone.annotations.concurrent.GuardedBy;

/**
 * The cost of copies between the host and a device: a time per copy and a time per byte, as a line
 * through recent copies, in which old ones count less. Copies run one after another. Thread-safe.
 */
public final class Link {
    @GuardedBy("this")
    private int underWay;

    @GuardedBy("this")
    private double bytesUnderWay;

    /** When the copy before ended, or the first one under way began. */
    @GuardedBy("this")
    private long since;

    @GuardedBy("this")
    private double weight;

    @GuardedBy("this")
    private double sumBytes;

    @GuardedBy("this")
    private double sumNanos;

    @GuardedBy("this")
    private double sumSquares;

    @GuardedBy("this")
    private double sumProducts;

    /** A copy will be made. */
    public synchronized void take(long bytes, long now) {
        if (underWay == 0) {
            since = now;
        }
        underWay++;
        bytesUnderWay += bytes;
    }

    /**
     * Records that a copy was made, or will not be.
     *
     * @param nanos how long it had its lane, or 0 if it was not made
     */
    public synchronized void give(long bytes, long nanos, long now) {
        underWay--;
        bytesUnderWay = underWay == 0 ? 0 : bytesUnderWay - bytes;
        if (nanos > 0) {
            learn(bytes, Math.min(nanos, now - since));
        }
        since = now;
    }

    @GuardedBy("this")
    private void learn(double bytes, double nanos) {
        weight = weight * PlaceTuning.KEPT_PART + 1;
        sumBytes = sumBytes * PlaceTuning.KEPT_PART + bytes;
        sumNanos = sumNanos * PlaceTuning.KEPT_PART + nanos;
        sumSquares = sumSquares * PlaceTuning.KEPT_PART + bytes * bytes;
        sumProducts = sumProducts * PlaceTuning.KEPT_PART + bytes * nanos;
    }

    /** Nanoseconds of so many bytes in one copy that nothing is in the way of. */
    synchronized double nanos(double bytes) {
        return bytes == 0 ? 0 : fixed() + perByte() * bytes;
    }

    /** Nanoseconds until what is under way is there. */
    synchronized double waiting(long now) {
        return underWay == 0
                ? 0
                : Math.max(0, underWay * fixed() + bytesUnderWay * perByte() - (now - since));
    }

    /** Returns how long the first copies are under way, none of which has ended; else 0. */
    synchronized double triedFor(long now) {
        return weight == 0 && underWay > 0 ? Math.max(1, now - since) : 0;
    }

    @GuardedBy("this")
    private double fixed() {
        return weight == 0
                ? PlaceTuning.TRANSFER_NANOS
                : Math.max(0, (sumNanos - perByte() * sumBytes) / weight);
    }

    @GuardedBy("this")
    private double perByte() {
        if (weight == 0) {
            return PlaceTuning.BYTE_NANOS;
        }
        double spread = weight * sumSquares - sumBytes * sumBytes;
        double most = sumNanos / sumBytes;
        return spread < weight * sumSquares / 1000 // all of one size
                ? most
                : Math.clamp((weight * sumProducts - sumBytes * sumNanos) / spread, 0, most);
    }
}
