package org.anabranch.events;

/** The phases of an action from its enqueuing until it retires, each with its words for people. */
public enum ActionPhase {
    /** Actions before it, or events, have not ended. */
    ORDER("waiting for order"),

    /** Its domain is known, and its data is on the way there. */
    DATA("waiting for data"),

    /** It was submitted, and no lane has begun it. */
    LANE("waiting for a lane"),

    /** A lane runs it. */
    RUNNING("running"),

    /** It has ended, and retires after those that it was submitted after. */
    ENDED("ending");

    private final String words;

    ActionPhase(String words) {
        this.words = words;
    }

    /** {@return the words for people} */
    @Override
    public String toString() {
        return words;
    }
}
