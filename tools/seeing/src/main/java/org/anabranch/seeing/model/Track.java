package org.anabranch.seeing.model;

import java.util.ArrayList;
import java.util.List;

/** A row of a time line. Its slices never cross: each two are apart, or one is within the other. */
public final class Track {
    private final String process;
    private final int processNumber;
    private final String name;
    private final int order;
    private final boolean nesting;
    private final List<Slice> slices = new ArrayList<>();
    private final List<Slice> open = new ArrayList<>();
    private int number;

    /**
     * An empty track.
     *
     * @param process of what: a domain, or the program
     * @param processNumber its number
     * @param name of the row
     * @param order among the rows of the process
     * @param nesting whether slices may be within others
     */
    Track(String process, int processNumber, String name, int order, boolean nesting) {
        this.process = process;
        this.processNumber = processNumber;
        this.name = name;
        this.order = order;
        this.nesting = nesting;
    }

    /** Another row of the same kind, for what does not fit into this one. */
    Track another(int count) {
        return new Track(process, processNumber, name + " (" + count + ")", order, nesting);
    }

    /** Takes a slice that begins no earlier than those before, unless it would cross one. */
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

    /** No more slices come. */
    void finish(int itsNumber) {
        while (!open.isEmpty()) {
            open.removeLast().finish();
        }
        number = itsNumber;
    }

    /** {@return a domain, or the program} */
    public String process() {
        return process;
    }

    /** {@return its number, from 1} */
    public int processNumber() {
        return processNumber;
    }

    /** {@return the name of the row} */
    public String name() {
        return name;
    }

    /** {@return its number, from 1, in no two processes the same} */
    public int number() {
        return number;
    }

    /** {@return where it stands among the rows of its process} */
    int order() {
        return order;
    }

    /** {@return whether slices may be within others} */
    public boolean isNesting() {
        return nesting;
    }

    /** {@return its slices by start; of equal start the outer one first} */
    public List<Slice> slices() {
        return slices;
    }

    /**
     * {@return the innermost slice at a moment, or null}
     *
     * @param time when
     */
    public Slice at(long time) {
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
        for (int i = low - 1; i >= 0; i--) {
            Slice slice = slices.get(i);
            if (slice.end() > time) {
                return slice;
            }
            if (!nesting) {
                return null;
            }
            if (low - i > FARTHEST) {
                return null;
            }
        }
        return null;
    }

    /** So many slices before a moment are looked at, for one that goes on until then. */
    private static final int FARTHEST = 64;

    /**
     * {@return the first slice that begins at or after a moment, or null}
     *
     * @param time when
     */
    public Slice from(long time) {
        int low = 0;
        int high = slices.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (slices.get(middle).start() < time) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low < slices.size() ? slices.get(low) : null;
    }
}
