package org.anabranch.events;

/** What a lane of a domain does at a moment, with what a tool says of much of it. */
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
     * The lane was free, and an action that had been handed to the domain had not begun; or a
     * worker was busy with nothing of a program.
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

    /** {@return what the domain did, to be put behind its name} */
    public String words() {
        return words;
    }

    /** {@return in a sentence, what may help if it is much; empty if nothing has to} */
    public String advice() {
        return advice;
    }
}
