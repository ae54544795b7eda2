package org.anabranch.events;

/**
 * The parts into which a lane's time is divided, each with the words and the advice that tools
 * show.
 */
public enum TimePart {
    /** A kernel or a task ran. */
    BUSY("ran", ""),

    /** Data was moved. */
    TRANSFER(
            "moved data",
            "More work for each byte: larger tiles, or several kernels on the same data."),

    /** The lane was free, and an action of the domain waited for a transfer. */
    DATA(
            "waited for data",
            "Prefetch what comes next, take larger tiles, or let data stay where it is used"
                    + " again."),

    /**
     * The lane was free, and a submitted action had not begun; or a worker was busy with work of
     * the scheduler itself.
     */
    OVERHEAD(
            "was between actions",
            "Fewer and longer actions: each costs the same, however short it is."),

    /** There was nothing to do. */
    NONE(
            "had no work",
            "There was not enough to run at the same time, or it was placed elsewhere: smaller"
                    + " pieces, fewer waits of the program, or let the scheduler choose the"
                    + " domain.");

    private final String words;
    private final String advice;

    TimePart(String words, String advice) {
        this.words = words;
        this.advice = advice;
    }

    /** {@return a description of the activity, to follow the domain's name} */
    public String words() {
        return words;
    }

    /**
     * {@return advice for the case that the part is large, as a sentence; empty if none is needed}
     */
    public String advice() {
        return advice;
    }
}
