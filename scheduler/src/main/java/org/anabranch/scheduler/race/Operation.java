package org.anabranch.scheduler.race;

import org.anabranch.api.RaceException;

import java.util.ArrayList;
import java.util.List;

/**
 * A vertex of the happens-before order: an action, an access of the program's own, or a point that
 * others wait for. Its past is known immediately, unless it waits for an operation whose own past
 * is known only at its end: a task, a promise, a foreign event. Used under the detector's lock.
 */
final class Operation {
    /** The kind of use of its ranges. */
    enum Kind {
        /** Uses them. */
        ACCESS,
        /** Holds back what uses them later in its stream. */
        WAIT,
        /** Moves them, which changes nothing, but is kept in order by its stream. */
        HINT
    }

    /** Its description, for messages. */
    final String what;

    /** The place in the program that enqueued it, for messages. */
    final String place;

    /** The stream that it is enqueued in, or null. */
    final StreamOrder stream;

    final Kind kind;

    /** By which others know it; -1 for a point without ranges. */
    final long number;

    /** Its uses, until its past is known and the ranges have recorded it. */
    Use[] uses;

    /** True if it will not run after all. */
    boolean withdrawn;

    /** The race found when its past became known, after it was enqueued; or null. */
    RaceException race;

    private CausalPast past;

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
            CausalPast past,
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
    static Operation point(String what, StreamOrder stream, CausalPast past) {
        return new Operation(what, "", stream, Kind.WAIT, -1, past, Use.NONE);
    }

    /** Returns true if its stream orders by operands. */
    boolean orders() {
        return stream != null && stream.isInferred();
    }

    boolean isKnown() {
        return open == 0;
    }

    /** Returns its past, as far as it is known. */
    CausalPast past() {
        return past;
    }

    /** Returns the past of its successors. */
    CausalPast closure() {
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

    /** Opens it: its past will be set later, by an object that is no operation. */
    void open() {
        open++;
    }

    /** It comes after these as well, and nothing more is open: returns those that follow. */
    List<Operation> know(CausalPast more) {
        past = past.union(more);
        open = 0;
        List<Operation> told = followers == null ? List.of() : followers;
        followers = null;
        return told;
    }

    /** One of those before it is known now; true if it was the last one. */
    boolean learn(CausalPast earlier) {
        past = past.union(earlier);
        return --open == 0;
    }
}
