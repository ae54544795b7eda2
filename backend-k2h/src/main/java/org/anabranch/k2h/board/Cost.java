package org.anabranch.k2h.board;

/** What a core is charged for. The table of prices is {@link CostTable}. */
public enum Cost {
    /** Multiply-add in single precision, as a compiler leaves it. */
    FLOP_SINGLE,
    /** Multiply-add in double precision, as a compiler leaves it. */
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
    /** A line of the range of a cache operation, there or not. */
    FLUSH_LINE,
    /** Invalidation of a whole cache. */
    INVALIDATE_ALL,
    /** Push to or pop from the core's own deque. */
    DEQUE,
    /** A look at somebody else's deque. */
    DEQUE_PROBE,
    /** Taking from somebody else's deque. */
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
