package org.anabranch.events;

/** The level of detail of a log. Each level includes the events of the levels before it. */
public enum Level {
    /** No events; no log is at this level. */
    OFF,

    /**
     * Life-cycle events, which are rare: domains and backends that are added and removed, losses,
     * stalls, failures, and when recordings begin and end. These are always logged.
     */
    LIFECYCLE,

    /**
     * Actions, transfers and dependences, the activity of workers, steals, and waits of programs.
     */
    ACTIONS,

    /** Each task of a scope, too, with or without an event. There may be very many. */
    TASKS
}
