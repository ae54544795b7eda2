package org.anabranch.events;

/** How much a log takes down. Each level has the events of those before it. */
public enum Level {
    /** Nothing; no log is at this level. */
    OFF,

    /**
     * What is seldom: domains and backends that come and go, losses, stalls, failures, and when
     * recordings begin and end. This much is always taken down.
     */
    LIFECYCLE,

    /** Actions, transfers and dependences, what workers do, steals, and waits of programs. */
    ACTIONS,

    /** Each task of a scope, too, whether or not it has an event. These may be very many. */
    TASKS
}
