package org.anabranch.seeing.model;

import java.util.ArrayList;
import java.util.List;

/** A row of the timeline. Its slices never cross: any two are disjoint or nested. */
public final class Track {
    /** The number of earlier slices examined for one that lasts until a time. */
    private static final int FARTHEST = 64;

    private final String process;
    private final int processNumber;
    private final String name;
    private final int order;
    private final boolean nesting;
    private final List<Slice> slices = new ArrayList<>();
    private final List<Slice> open = new ArrayList<>();
    private int number;

    /**
     * Creates an empty track.
     *
     * @param process a domain, or the program
     * @param processNumber its number
     * @param name of the row
     * @param order among the rows of the process
     * @param nesting true if slices may be nested
     */
    Track(String process, int processNumber, String name, int order, boolean nesting) {
        this.process = process;
        this.processNumber = processNumber;
        this.name = name;
        this.order = order;
        this.nesting = nesting;
    }

    /** Returns another row of the same kind, for slices that do not fit into this one. */
    Track another(int count) {
        return new Track(process, processNumber, name + " (" + count + ")", order, nesting);
    }

    /** Adds a slice, unless it would cross another; called in order of their starts. */
    boolean take(Slice slice) {
        while (!open.isEmpty() && open.getLast().end() <= slice.start()) {
            open.removeLast().finish();
        }
        if (!open.isEmpty() && (!nesting || open.getLast().end() < slice.end())) {
            return false;
        }
        if (!open.isEmpty()) {
            open.getLast().cover(slice.start(), slice.end());
        }
        open.add(slice);
        slices.add(slice);
        slice.on(this);
        return true;
    }

    /** Ends the addition of slices. */
    void finish(int itsNumber) {
        while (!open.isEmpty()) {
            open.removeLast().finish();
        }
        number = itsNumber;
    }

    /** {@return the process: a domain, or the program} */
    public String process() {
        return process;
    }

    /** {@return the number of the process, from 1} */
    public int processNumber() {
        return processNumber;
    }

    /** {@return the name of the row} */
    public String name() {
        return name;
    }

    /** {@return its number, from 1, unique across processes} */
    public int number() {
        return number;
    }

    /** {@return its position among the rows of its process} */
    int order() {
        return order;
    }

    /** {@return true if slices may be nested} */
    public boolean isNesting() {
        return nesting;
    }

    /** {@return its slices by start; of equal start the outer one first} */
    public List<Slice> slices() {
        return slices;
    }

    /**
     * {@return the innermost slice at a time, or null}
     *
     * @param time the time
     */
    public Slice at(long time) {
        int next = after(time);
        for (int i = next - 1; i >= Math.max(0, next - 1 - FARTHEST); i--) {
            Slice slice = slices.get(i);
            if (slice.end() > time) {
                return slice;
            }
            if (!nesting) {
                return null;
            }
        }
        return null;
    }

    /**
     * {@return the first slice that begins at or after a time, or null}
     *
     * @param time the time
     */
    public Slice from(long time) {
        int next = after(time - 1);
        return next < slices.size() ? slices.get(next) : null;
    }

    /** Returns the position of the first slice that begins after a time. */
    private int after(long time) {
        int low = 0;
        int high = slices.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (slices.get(middle).start() <= time) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
