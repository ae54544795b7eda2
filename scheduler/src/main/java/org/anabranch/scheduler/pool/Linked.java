package org.anabranch.scheduler.pool;

/** An element of an {@link Inbox}. */
abstract class Linked {
    /** The next element in the same inbox. */
    Linked next;
}
