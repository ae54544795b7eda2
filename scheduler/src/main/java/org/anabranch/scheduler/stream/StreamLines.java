package org.anabranch.scheduler.stream;

import com.google.errorprone.annotations.concurrent.GuardedBy;

import org.anabranch.api.Kernel;
import org.anabranch.scheduler.action.Action;
import org.anabranch.scheduler.action.Epoch;
import org.anabranch.scheduler.coherence.SyncAction;

/**
 * Where the fields of a {@link TrackedStream} lie: what each enqueuing writes, the lock among it,
 * not beside what each end of an action reads, for another thread does that. As {@code DequeLines}.
 */
public final class StreamLines {
    private StreamLines() {}

    /** What enqueuing changes. */
    abstract static class StreamEnqueued {
        @GuardedBy("this")
        Epoch epoch = new Epoch();

        @GuardedBy("this")
        Action last;

        /** What everything enqueued later comes after. */
        @GuardedBy("this")
        SyncAction gate;

        /** Whoever waits for a later one finds it settled. */
        @GuardedBy("this")
        SyncAction lastMark;

        /** Number of the last action. */
        @GuardedBy("this")
        long enqueued;

        /** A kernel that the domain is known to run. */
        Kernel suitable;

        final InlineSlot claim = new InlineSlot();

        /** How many actions were run undeferred. */
        @GuardedBy("this")
        long ranAtOnce;
    }

    /** Keeps two cache lines between that and the rest. */
    @SuppressWarnings("unused")
    abstract static class StreamMiddle extends StreamEnqueued {
        private long middle0;
        private long middle1;
        private long middle2;
        private long middle3;
        private long middle4;
        private long middle5;
        private long middle6;
        private long middle7;
        private long middle8;
        private long middle9;
        private long middle10;
        private long middle11;
        private long middle12;
        private long middle13;
        private long middle14;
        private long middle15;
    }
}
