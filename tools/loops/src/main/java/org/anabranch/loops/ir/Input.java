package org.anabranch.loops.ir;

/**
 * An input: a value that is known at the call and the same for every iteration.
 *
 * @param local the variable that holds it; never assigned
 * @param source the origin of the value
 * @param descriptor its static type as a field descriptor, such as {@code [F} or {@code I}
 */
public record Input(Local local, Source source, String descriptor) {}
