package org.anabranch.k2h.board;

/** The operations that a core is charged for. The prices are in {@link CostTable}. */
public enum Cost {
    /** A multiply-add in single precision, as compiled code does it. */
    FLOP_SINGLE,
    /** A multiply-add in double precision, as compiled code does it. */
    FLOP_DOUBLE,
    /** Division or square root. */
    ROOT,
    /** Power, exponential, sine. */
    TRANSCENDENTAL,
    /** A line fetched from MSMC. */
    LINE_MSMC,
    /** A line fetched from DDR. */
    LINE_DDR,
    /** A dirty line written back. */
    LINE_BACK,
    /** A call of a cache operation over a range, without its lines. */
    FLUSH_CALL,
    /** A line in the range of a cache operation, present or not. */
    FLUSH_LINE,
    /** Invalidation of a whole cache. */
    INVALIDATE_ALL,
    /** Push to or pop from the core's own deque. */
    DEQUE,
    /** A probe of another core's deque. */
    DEQUE_PROBE,
    /** A steal from another core's deque. */
    DEQUE_STEAL,
    /** Push to a hardware queue. */
    QUEUE_PUSH,
    /** Pop from a hardware queue, successful or not. */
    QUEUE_POP,
    /** Writing or reading a word of a descriptor. */
    DESCRIPTOR_WORD,
    /** A word of memory that is not cached. */
    UNCACHED_WORD,
    /** An atomic counter. */
    ATOMIC,
    /** Start of a task: dispatch and call. */
    TASK
}
