package org.anabranch.scheduler.race;

import org.anabranch.api.Mode;

import java.util.ArrayList;
import java.util.List;

/**
 * The last users of some bytes (the shadow word of FastTrack: Flanagan and Freund, PLDI 2009): the
 * last writer, and those since that read or reduced and that no later operation of the same mode
 * comes after; and, for the order within streams, those that only wait for these bytes. Used under
 * the detector's lock.
 */
final class Cell {
    /** One that an operation races with, and what it does with the bytes. */
    record Found(Operation operation, Mode mode) {}

    private Operation writer;
    private final List<Operation> readers;
    private final List<Operation> reducers;

    /** Explicit waits, after which all comes that uses the bytes in the same stream. */
    private final List<Operation> waits;

    /** Transfers, after which writers come in the same stream. */
    private final List<Operation> hints;

    private int pruneAt = RaceTuning.CELL_OPERATIONS;

    Cell() {
        readers = new ArrayList<>(2);
        reducers = new ArrayList<>(0);
        waits = new ArrayList<>(0);
        hints = new ArrayList<>(0);
    }

    private Cell(Cell other) {
        writer = other.writer;
        readers = new ArrayList<>(other.readers);
        reducers = new ArrayList<>(other.reducers);
        waits = new ArrayList<>(other.waits);
        hints = new ArrayList<>(other.hints);
    }

    Cell copy() {
        return new Cell(this);
    }

    /** The operation comes after those of its stream that its stream orders before it here. */
    void order(Operation operation, Mode mode) {
        followOwn(operation, waits);
        if (operation.stream.isInferred()) {
            if (writer != null) {
                followOwn(operation, List.of(writer));
            }
            if (mode != Mode.READ) {
                followOwn(operation, readers);
                followOwn(operation, hints);
            }
            if (mode != Mode.REDUCE) {
                followOwn(operation, reducers);
            }
        }
    }

    private static void followOwn(Operation operation, List<Operation> earlier) {
        for (Operation one : earlier) {
            if (one.stream == operation.stream) {
                operation.follow(one);
            }
        }
    }

    /** One that conflicts with the operation and does not come before it, or null. */
    Found race(Operation operation, Mode mode) {
        if (isUnordered(writer, operation)) {
            return new Found(writer, Mode.WRITE);
        }
        Operation found = mode == Mode.READ ? null : firstUnordered(readers, operation);
        if (found != null) {
            return new Found(found, Mode.READ);
        }
        found = mode == Mode.REDUCE ? null : firstUnordered(reducers, operation);
        return found == null ? null : new Found(found, Mode.REDUCE);
    }

    private static Operation firstUnordered(List<Operation> earlier, Operation operation) {
        for (Operation one : earlier) {
            if (isUnordered(one, operation)) {
                return one;
            }
        }
        return null;
    }

    private static boolean isUnordered(Operation earlier, Operation operation) {
        return earlier != null
                && earlier != operation
                && !earlier.withdrawn
                && !operation.past().contains(earlier.number);
    }

    /** The operation uses the bytes, and is the last one to do so. */
    void add(Operation operation, Mode mode) {
        if (operation.kind == Operation.Kind.HINT) {
            hints.add(operation);
            return;
        }
        if (mode != Mode.READ && mode != Mode.REDUCE) {
            forgetOwn(operation);
        }
        if (operation.kind == Operation.Kind.WAIT) {
            waits.add(operation);
            return;
        }
        switch (mode) {
            case READ -> add(readers, operation);
            case REDUCE -> add(reducers, operation);
            case WRITE, READ_WRITE -> {
                writer = operation;
                readers.clear();
                reducers.clear();
            }
        }
    }

    /**
     * Forgets earlier operations of the same stream: successors in the stream come after these as
     * well.
     */
    private void forgetOwn(Operation operation) {
        if (operation.kind == Operation.Kind.WAIT || operation.orders()) {
            waits.removeIf(one -> one.stream == operation.stream);
            hints.removeIf(one -> one.stream == operation.stream);
        }
    }

    private void add(List<Operation> same, Operation operation) {
        if (same.size() >= pruneAt) {
            same.removeIf(one -> operation.past().contains(one.number));
            pruneAt = 2 * same.size() + RaceTuning.CELL_OPERATIONS;
        }
        same.add(operation);
    }

    /** Forgets operations that come before all future ones; returns true if none is left. */
    boolean forget(CausalPast common) {
        if (writer != null && common.contains(writer.number)) {
            writer = null;
        }
        return writer == null
                & forget(readers, common)
                & forget(reducers, common)
                & forget(waits, common)
                & forget(hints, common);
    }

    private static boolean forget(List<Operation> some, CausalPast common) {
        some.removeIf(one -> common.contains(one.number));
        return some.isEmpty();
    }

    /** The least number of those that are known here. */
    long least() {
        long least = writer == null ? Long.MAX_VALUE : writer.number;
        for (List<Operation> some : List.of(readers, reducers, waits, hints)) {
            for (Operation one : some) {
                least = Math.min(least, one.number);
            }
        }
        return least;
    }
}
