package org.anabranch.loops.ir;

/**
 * A value that is the same for every iteration and known at the call.
 *
 * @param local the variable that holds it; never assigned
 * @param source where it comes from
 * @param descriptor its static type as a field descriptor, such as {@code [F} or {@code I}
 */
public record Input(Local local, Source source, String descriptor) {}
