package org.anabranch.scheduler.race;

import org.anabranch.api.RaceException;

import java.util.ArrayList;
import java.util.List;

/**
 * A vertex of the happens-before order: an action, an access of the program's own, or a point that
 * others wait for. What comes before it is known at once, unless it waits for something that gets
 * its own past only when it ends: a task, a promise, an event of somebody else. Used under the
 * detector's lock.
 */
final class Operation {
    /** What it does with its ranges. */
    enum Kind {
        /** Uses them. */
        ACCESS,
        /** Holds back what uses them later in its stream. */
        WAIT,
        /** Moves them, which changes nothing, but is kept in order by its stream. */
        HINT
    }

    /** What it is, for messages. */
    final String what;

    /** Where the program asked for it, for messages. */
    final String place;

    /** The stream that it is enqueued in, or null. */
    final StreamOrder stream;

    final Kind kind;

    /** By which others know it; -1 for a point without ranges. */
    final long number;

    /** What it uses, until its past is known and the ranges know of it. */
    Use[] uses;

    /** Whether it will not run after all. */
    boolean withdrawn;

    /** What was found when its past became known, after it was enqueued; or null. */
    RaceException race;

    private Past past;

    /** Those before it whose past is not known yet. */
    private int open;

    /** Those that wait for this one's past; null if none ever did. */
    private List<Operation> followers;

    Operation(
            String what,
            String place,
            StreamOrder stream,
            Kind kind,
            long number,
            Past past,
            Use... uses) {
        this.what = what;
        this.place = place;
        this.stream = stream;
        this.kind = kind;
        this.number = number;
        this.past = past;
        this.uses = uses;
    }

    /** A point that others wait for. */
    static Operation point(String what, StreamOrder stream, Past past) {
        return new Operation(what, "", stream, Kind.WAIT, -1, past, Use.NONE);
    }

    /** Whether its stream orders by operands. */
    boolean orders() {
        return stream != null && stream.isInferred();
    }

    boolean isKnown() {
        return open == 0;
    }

    /** What comes before it, as far as that is known. */
    Past past() {
        return past;
    }

    /** What comes before whatever comes after it. */
    Past closure() {
        return number < 0 ? past : past.with(number);
    }

    /** It comes after another one. */
    void follow(Operation earlier) {
        past = past.union(earlier.closure());
        if (!earlier.isKnown()) {
            open++;
            if (earlier.followers == null) {
                earlier.followers = new ArrayList<>();
            }
            earlier.followers.add(this);
        }
    }

    /** Something that is not an operation will say what it comes after. */
    void open() {
        open++;
    }

    /** It comes after these as well, and nothing more is open: returns those that follow. */
    List<Operation> know(Past more) {
        past = past.union(more);
        open = 0;
        List<Operation> told = followers == null ? List.of() : followers;
        followers = null;
        return told;
    }

    /** One of those before it is known now; true if it was the last one. */
    boolean learn(Past earlier) {
        past = past.union(earlier);
        return --open == 0;
    }
}
