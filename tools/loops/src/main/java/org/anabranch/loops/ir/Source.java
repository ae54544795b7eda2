package org.anabranch.loops.ir;

import java.util.List;
import java.util.Optional;

/** The origin of an input's value, which is read once, before the first iteration. */
public sealed interface Source {

    /**
     * A value that the body captured, or an argument that is the same for all iterations.
     *
     * @param position from 0; for a body that is an object (an anonymous class) 0 is that object
     */
    record Captured(int position) implements Source {}

    /**
     * An argument of a kernel: a number, or memory as a segment.
     *
     * @param asked the method of {@code KernelArguments} that returns it
     * @param position of the argument, from 0
     */
    record Argument(String asked, int position) implements Source {}

    /**
     * A field of an object. The body does not write it.
     *
     * @param owner the object
     * @param declaring internal name of the class that the code names
     * @param name of the field
     */
    record Field(Source owner, String declaring, String name) implements Source {}

    /**
     * The identity of two references, an int: 1 if they are the same object, else 0.
     *
     * @param one a reference
     * @param other another, or empty for null
     */
    record Same(Source one, Optional<Source> other) implements Source {}

    /**
     * The size of a memory segment in bytes, a long.
     *
     * @param segment the segment
     */
    record Size(Source segment) implements Source {}

    /**
     * A string constant.
     *
     * @param value the string
     */
    record Text(String value) implements Source {}

    /**
     * The result of a method of a string that throws nothing: the characters, a hash code, or a
     * comparison.
     *
     * @param text the string
     * @param method the method's name
     * @param arguments further strings
     */
    record OfText(Source text, String method, List<Source> arguments) implements Source {
        /** Copies the list. */
        public OfText {
            arguments = List.copyOf(arguments);
        }
    }

    /**
     * A static field. The body does not write it.
     *
     * @param declaring internal name of the class that the code names
     * @param name of the field
     */
    record Static(String declaring, String name) implements Source {}
}
