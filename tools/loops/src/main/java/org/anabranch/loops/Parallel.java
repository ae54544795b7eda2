package org.anabranch.loops;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Stands at the variable of a loop in an ordinary method, {@code for (@Parallel int i = 0; i < n;
 * i++)}: the loop is to run as {@link Loops#parallelInts} runs it. A class whose code is woven
 * ({@code org.anabranch.loops.weave}) calls that; any other runs the loop as it is.
 */
@Documented
@Target(ElementType.TYPE_USE)
@Retention(RetentionPolicy.RUNTIME)
public @interface Parallel {}
