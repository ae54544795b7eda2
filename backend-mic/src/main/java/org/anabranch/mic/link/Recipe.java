package org.anabranch.mic.link;

/** The ways to recreate a Java kernel on the other side; the ordinal is the code in a frame. */
public enum Recipe {
    /** A static field that holds the kernel or its code: class, field. */
    FIELD,
    /** The method that a lambda or method reference stands for: class, name, type, captured. */
    METHOD,
    /** An object without state: class. */
    OBJECT,
    /** A record or enum constant, as one of {@link CapturedValues}. */
    VALUE
}
