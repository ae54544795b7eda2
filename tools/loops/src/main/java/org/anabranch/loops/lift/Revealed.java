package org.anabranch.loops.lift;

import java.util.ArrayList;
import java.util.List;

/**
 * The method behind a body, and its captured values.
 *
 * @param owner class that declares the method, or inherits it
 * @param method its name
 * @param descriptor its descriptor
 * @param isStatic true if it has no receiver; else the first captured value is the receiver
 * @param captured the arguments before the index, in order
 */
public record Revealed(
        Class<?> owner, String method, String descriptor, boolean isStatic, List<Object> captured) {
    /** {@return the classes of the captured values, that of {@code void} for null} */
    public List<Class<?>> classes() {
        List<Class<?>> classes = new ArrayList<>();
        for (Object value : captured) {
            classes.add(value == null ? void.class : value.getClass());
        }
        return classes;
    }
}
