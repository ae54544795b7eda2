package org.anabranch.scheduler.pool;

/**
 * The tuned parameters of the pool, unit last. {@code log} is the commit whose message has the
 * figures or the reason; values marked "chosen" were not measured against others.
 */
final class PoolTuning {
    /** Sleepers look that often where work may come without a signal: chosen. */
    static final long POLL_NANOS = 200_000;

    /** A push that a worker did not see before it slept is seen after so long: log 50851cd. */
    static final long NAP_NANOS = 1_000_000;

    /** Own tasks before a look at what waits for any worker: log 1ba5eb2, 2190 to 1000 ns. */
    static final int LONGEST_STREAK = 256;

    /** And what waits there waits no longer for the end of such a streak: log c2749c8. */
    static final long LONGEST_KEPT_NANOS = 1_000_000;

    /**
     * The longest time of a task on top of another before a compensation thread takes the waiting
     * ones: chosen.
     */
    static final long LONGEST_ASIDE_NANOS = 20_000_000;

    /**
     * Awaited tasks go before others of their program for at most so long at a time, and for so
     * many times as long as the others took lately: these get a tenth of the time. Chosen.
     */
    static final long LONGEST_PASSED_OVER_NANOS = 1_000_000_000;

    static final int PASSED_OVER_DURATIONS = 9;

    /**
     * A program is short of workers for so long before others run in the place of those that run
     * longer tasks of another one: twice LONGEST_KEPT_NANOS, in which shorter tasks take turns.
     * Also the time between two looks at who runs whose tasks, while some program is short.
     */
    static final long SHORT_NANOS = 2_000_000;

    /** Between two such looks while programs meet seldom: chosen. */
    static final long SHARE_LOOK_NANOS = 50_000_000;

    /** A task may run so long after the end of its program, or its worker is replaced: chosen. */
    static final long ENDED_NANOS = 50_000_000;

    /**
     * How long a program pauses, as between two scopes, while others keep to their share: chosen.
     */
    static final long ALONE_NANOS = 1_000_000_000;

    /** And for at least so many tasks, however long these are: chosen. */
    static final int PASSED_OVER_TIMES = 16;

    /** Between two searches of a busy worker for tasks that go before its own: chosen. */
    static final long LOOK_NANOS = 5_000_000;

    /** Tasks that a worker moves out of the way of an awaited one: chosen. */
    static final int MOVED_TASKS = 64;

    /**
     * A microsecond for a thread that adds tasks one by one to get ahead: log 07e396f, 302 to 177
     * ns.
     */
    static final int GATHER_SPINS = 50;

    /** Tasks for each worker that are looked at when the inbox is shared out: log 1ba5eb2. */
    static final int INBOX_SHARE_TASKS = 32;

    /** Rounds of a search in which an owner of small tasks answers; then it is revoked: chosen. */
    static final int REVOKE_ROUNDS = 48;

    /** Rounds after which a search gives up, a few revocations later: chosen. */
    static final int SEARCH_ROUNDS = 160;

    /** Between two rounds, some hundred nanoseconds: chosen. */
    static final int ROUND_SPINS = 16;

    /** About what a theft costs, both sides together: log d5489b2, 37 to 9 ns a task. */
    static final int THEFT_NANOS = 1000;

    /** Rounds for which a thief of short tasks leaves the others alone: log d5489b2. */
    static final int LONGEST_BACKOFF_ROUNDS = 15;

    /** Room of a new deque: a chunk of 32 KiB and its scopes, chosen. */
    static final int RING_ENTRIES = 4096;

    /** The largest number of tasks in one steal: chosen. */
    static final int LOOT_ENTRIES = 32;

    /** An owner waits so long for thieves to wipe what they took; then its ring grows: chosen. */
    static final int WIPE_SPINS = 1000;

    /**
     * The number of private entries that is enough for future thieves, at first and at most: log
     * 3553522.
     */
    static final int LEAST_PLENTY_ENTRIES = 3;

    static final int MOST_PLENTY_ENTRIES = 64;

    /** The limit of the setting; counts have room for so many, and need no other size. */
    static final int MOST_WORKERS = 1024;

    /**
     * The nesting depth on one stack of 16 MiB beyond which a compensation thread with a stack of
     * its own takes over.
     */
    static final int DEPTH_TASKS = 512;

    /** A virtual thread's stack is a sixteenth of a worker's. */
    static final int DEPTH_OF_VIRTUAL_TASKS = 32;

    /** Blocked workers beyond so many cost no platform thread: chosen. */
    static final int MOST_SPARE_THREADS = 256;

    /** The initial capacity of a compensation thread's deque; it grows: chosen. */
    static final int SPARE_RING_ENTRIES = 16;

    /**
     * Blocked spares with tasks that are searched; further ones give theirs to the queue: chosen.
     */
    static final int MOST_BLOCKED_VICTIMS = 32;

    /** Between two looks at spares that wait for a turn: longer than most tasks, chosen. */
    static final long TURN_LOOK_NANOS = 10_000_000;

    /** Turns granted because no other became free; a carrier for each: chosen. */
    static final int MOST_OVERDUE_TURNS = 32;

    /**
     * The time that a thread waits for its next compensation job; longer than an operation on a
     * device: chosen.
     */
    static final long SPARE_KEPT_NANOS = 20_000_000;

    /**
     * Frames searched for bindings of values; a worker with more below it does not help: chosen.
     */
    static final int MOST_FRAMES = 1024;

    /** For memory to become free, between two attempts: chosen. */
    static final long NO_MEMORY_PAUSE_NANOS = 1_000_000;

    /** For a thread that begins work: longer than a body usually keeps the heap full. */
    static final int WAKE_TRIES = 3;

    private PoolTuning() {}
}
