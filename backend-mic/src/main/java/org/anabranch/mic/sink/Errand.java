package org.anabranch.mic.sink;

/** A unit of work for an {@link ErrandThread}, which links it to the next one. */
abstract class Errand {
    /** The next errand of the thread; guarded by it. */
    Errand next;

    /** Does the work, once; throws nothing. */
    abstract void run();
}
