package org.anabranch.mic.link;

/** The origin of a kernel's classes; the byte that says so in a frame. */
public enum Origin {
    /** The card has them anyway. */
    CARD,
    /** A bundle, sent whole: its id here, and for it and all it is wired to id, name and hash. */
    BUNDLE,
    /** A class loader of a plain program, asked for each class: its number. */
    PROGRAM
}
