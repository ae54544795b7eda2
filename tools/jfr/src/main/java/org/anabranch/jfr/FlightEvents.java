package org.anabranch.jfr;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.MetadataDefinition;
import jdk.jfr.Name;
import jdk.jfr.Relational;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;

/**
 * The JFR event types. Their times are those of the logged events, not of writing. The JFR thread
 * is the writer; the fields {@code domain} and {@code lane} name the actual one. Frequent events
 * are disabled unless a recording enables them.
 */
final class FlightEvents {
    /** All types. */
    static final List<Class<? extends Event>> ALL =
            List.of(
                    Action.class,
                    Transfer.class,
                    Task.class,
                    Steal.class,
                    SharedLoop.class,
                    Wait.class,
                    Busy.class,
                    DomainLife.class,
                    BackendLife.class,
                    Stall.class,
                    Failure.class,
                    FlightSums.Verdict.class,
                    FlightSums.Cause.class,
                    FlightSums.Losses.class);

    /** The types that need a recording of actions. */
    static final List<Class<? extends Event>> OF_ACTIONS =
            List.of(
                    Action.class,
                    Transfer.class,
                    Steal.class,
                    SharedLoop.class,
                    Wait.class,
                    Busy.class);

    private FlightEvents() {}

    /** The number of an action in the event log. */
    @MetadataDefinition
    @Relational
    @Label("Action")
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.FIELD)
    @interface ActionNumber {}

    /** The common fields. */
    @Category("Anabranch")
    @StackTrace(false)
    abstract static class Logged extends Event {
        @Label("Began")
        @Description("By the clock of the event log, since the log began")
        @Timespan(Timespan.NANOSECONDS)
        long began;

        @Label("Domain")
        String domain;

        @Label("Lane")
        @Description("Worker, spare or thread of the host; lane of a device")
        String lane;
    }

    @Name("org.anabranch.Action")
    @Label("Action")
    @Description(
            "A kernel, a copy, a prefetch, an access, or a wait of a stream, from begin to end")
    @Enabled(false)
    static final class Action extends Logged {
        @ActionNumber long action;

        @Label("Name")
        String name;

        @Label("Sort")
        String sort;

        @Label("Stream or Scope")
        String owner;

        @Label("Enqueued At")
        String line;

        @Label("Waited for Others")
        @Timespan(Timespan.NANOSECONDS)
        long waitedForOthers;

        @Label("Waited for Data")
        @Timespan(Timespan.NANOSECONDS)
        long waitedForData;

        @Label("Waited for Lane")
        @Timespan(Timespan.NANOSECONDS)
        long waitedForLane;

        @Label("Outcome")
        String outcome;
    }

    @Name("org.anabranch.Transfer")
    @Label("Transfer")
    @Enabled(false)
    static final class Transfer extends Logged {
        @ActionNumber long action;

        @Label("Buffer")
        String buffer;

        @Label("From")
        String from;

        @Label("To")
        String to;

        @Label("Bytes")
        @DataAmount
        long bytes;

        @Label("Reason")
        String reason;

        @Label("Needed By")
        long neededBy;

        @Label("Waited")
        @Timespan(Timespan.NANOSECONDS)
        long waited;

        @Label("Outcome")
        String outcome;
    }

    @Name("org.anabranch.Task")
    @Label("Task")
    @Description("A task of a scope; these may be very many")
    @Enabled(false)
    static final class Task extends Logged {
        @Label("Name")
        String name;

        @Label("Scope")
        long scope;

        @Label("Outcome")
        String outcome;
    }

    @Name("org.anabranch.Steal")
    @Label("Steal")
    @Enabled(false)
    static final class Steal extends Logged {
        @ActionNumber long action;

        @Label("Victim")
        String victim;
    }

    @Name("org.anabranch.SharedLoop")
    @Label("Piece of a Shared Loop")
    @Enabled(false)
    static final class SharedLoop extends Logged {
        @ActionNumber long action;

        @Label("Kernel")
        String kernel;

        @Label("First Tile")
        long firstTile;

        @Label("Tiles")
        long tiles;
    }

    @Name("org.anabranch.Wait")
    @Label("Wait")
    @Enabled(false)
    static final class Wait extends Logged {
        @Label("Waits For")
        String what;

        @ActionNumber long action;

        @Label("Stream or Scope")
        String owner;
    }

    @Name("org.anabranch.Busy")
    @Label("Worker Busy")
    @Enabled(false)
    static final class Busy extends Logged {
        @Label("Tasks")
        long tasks;
    }

    @Name("org.anabranch.Domain")
    @Label("Domain")
    @Description("A domain came, or went on in its life")
    static final class DomainLife extends Logged {
        @Label("State")
        String state;
    }

    @Name("org.anabranch.Backend")
    @Label("Backend")
    static final class BackendLife extends Logged {
        @Label("Name")
        String name;

        @Label("State")
        String state;

        @Label("Devices")
        long devices;
    }

    @Name("org.anabranch.Stall")
    @Label("Stall")
    @Description("Something runs and does not end")
    static final class Stall extends Logged {
        @Label("What")
        String what;

        @Label("Ran")
        @Timespan(Timespan.NANOSECONDS)
        long ran;
    }

    @Name("org.anabranch.Failure")
    @Label("Failure")
    static final class Failure extends Logged {
        @ActionNumber long action;

        @Label("Outcome")
        String outcome;

        @Label("Cause")
        String cause;
    }
}
