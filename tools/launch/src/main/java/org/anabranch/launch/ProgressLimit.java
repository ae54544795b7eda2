package org.anabranch.launch;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * A limit on the time that passes without progress, and on the time in all. On a loaded machine a
 * start takes many times as long as usual and still gets on, so wall-clock time alone says nothing.
 * For any thread.
 */
final class ProgressLimit {
    private final long patience;
    private final long most;
    private final BooleanSupplier progress;
    private final LongSupplier nanos;
    private final long begun;
    private long since;

    /**
     * Begins.
     *
     * @param patience time without progress after which it is over
     * @param most time in all after which it is over, whatever the progress
     * @param progress says whether there was progress since it was last asked
     */
    ProgressLimit(Duration patience, Duration most, BooleanSupplier progress) {
        this(patience, most, progress, System::nanoTime);
    }

    ProgressLimit(Duration patience, Duration most, BooleanSupplier progress, LongSupplier nanos) {
        this.patience = patience.toNanos();
        this.most = most.toNanos();
        this.progress = progress;
        this.nanos = nanos;
        this.begun = nanos.getAsLong();
        this.since = begun;
    }

    /** Notes progress that the caller knows of. */
    synchronized void renew() {
        since = nanos.getAsLong();
    }

    /** Returns true if there was no progress for too long; to be asked often. */
    synchronized boolean isOver() {
        long now = nanos.getAsLong();
        if (progress.getAsBoolean()) {
            since = now;
        }
        return now - since >= patience || now - begun >= most;
    }

    /** {@return why it is over} */
    synchronized String reason() {
        long now = nanos.getAsLong();
        return now - since >= patience
                ? "there was no progress for " + seconds(patience)
                : "it takes more than " + seconds(most);
    }

    private static String seconds(long nanos) {
        return Duration.ofNanos(nanos).toMillis() / 1e3 + " s";
    }
}
