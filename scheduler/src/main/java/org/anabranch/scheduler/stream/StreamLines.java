package org.anabranch.scheduler.stream;

/**
 * Keeps two cache lines between another object and the fields of a {@link StreamOrder}: each
 * enqueuing writes these, and what lies before is read at each end of an action by another thread.
 * As {@code DequeLines}.
 */
@SuppressWarnings("unused")
abstract class StreamLines {
    private long front0;
    private long front1;
    private long front2;
    private long front3;
    private long front4;
    private long front5;
    private long front6;
    private long front7;
    private long front8;
    private long front9;
    private long front10;
    private long front11;
    private long front12;
    private long front13;
    private long front14;
    private long front15;
}
