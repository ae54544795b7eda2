package org.anabranch.jfr;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Percentage;
import jdk.jfr.Period;
import jdk.jfr.Timespan;

/** The JFR event types that are written at the end of each part of a recording. */
final class FlightSums {
    private FlightSums() {}

    @Name("org.anabranch.Verdict")
    @Label("Verdict")
    @Description("Where the time of the last minute went, and the critical path so far")
    static final class Verdict extends FlightEvents.Logged {
        @Label("Verdict")
        String words;

        @Label("Wall Time")
        @Timespan(Timespan.NANOSECONDS)
        long wall;

        @Label("Critical Path")
        @Timespan(Timespan.NANOSECONDS)
        long criticalPath;

        @Label("Steps of the Critical Path")
        long steps;
    }

    @Name("org.anabranch.Cause")
    @Label("Cause")
    @Description("A reason for the duration so far, with advice")
    static final class Cause extends FlightEvents.Logged {
        @Label("Weight")
        @Percentage
        float weight;

        @Label("What")
        String what;

        @Label("Advice")
        String advice;
    }

    @Name("org.anabranch.EventLog")
    @Label("Event Log")
    @Description("How many events of the log were read for this and earlier recordings, and missed")
    @Period("endChunk")
    static final class Losses extends FlightEvents.Logged {
        @Label("Made")
        long made;

        @Label("Lost")
        long lost;

        @Label("Clock")
        String clock;
    }
}
