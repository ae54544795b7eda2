package org.anabranch.scheduler.pool;

/**
 * The memory layout of a {@link TaskDeque}: a virtual machine places the fields of a superclass
 * first, so what the owner writes and what thieves write come to lie on cache lines of their own.
 */
public final class DequeLines {
    private DequeLines() {}

    /** Keeps a cache line between an object before a deque and what its owner writes. */
    @SuppressWarnings("unused")
    abstract static class DequeFront {
        private long front0;
        private long front1;
        private long front2;
        private long front3;
        private long front4;
        private long front5;
        private long front6;
        private long front7;
    }

    /** The fields that the owner writes with each push and pop: a cache line of their own. */
    abstract static class DequeOwned extends DequeFront {
        /** Bodies at even places, their scopes behind them; a power of two long. */
        volatile Object[] ring;

        /** Number of the next entry; entries are numbered modulo 2^32. */
        int bottom;

        /** Number of the first private entry; changed under the deque's lock. */
        int split;

        /** Pushing to this number needs a look at what thieves have taken. */
        int limit;

        /** The capacity of the ring in entries. */
        int capacity;

        /** The number of private entries that is enough for future thieves. */
        int plenty;
    }

    /** Keeps a cache line between what the owner writes and what thieves write. */
    @SuppressWarnings("unused")
    abstract static class DequeMiddle extends DequeOwned {
        private long middle0;
        private long middle1;
        private long middle2;
        private long middle3;
        private long middle4;
        private long middle5;
        private long middle6;
        private long middle7;
    }

    /** The fields that thieves write, once or twice per steal. */
    abstract static class DequeShared extends DequeMiddle {
        /** Number of the oldest entry, and in the lower half that of the first private one. */
        volatile long open;

        /** Not zero: the owner is to look into its slow paths. */
        volatile int asked;

        /** The number of entries that thieves have taken and cleared. */
        volatile int wiped;
    }
}
