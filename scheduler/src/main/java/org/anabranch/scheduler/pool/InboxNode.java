package org.anabranch.scheduler.pool;

/** An element of an {@link Inbox}. */
abstract class InboxNode {
    /** The next element in the same inbox. */
    InboxNode next;
}
