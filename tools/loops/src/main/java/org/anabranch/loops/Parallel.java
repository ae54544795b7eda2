package org.anabranch.loops;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a loop in an ordinary method, at its variable: {@code for (@Parallel int i = 0; i < n;
 * i++)}. The loop then runs as by {@link Loops#parallelInts} if its class is woven ({@code
 * org.anabranch.loops.weave}); in any other class the mark has no effect.
 */
@Documented
@Target(ElementType.TYPE_USE)
@Retention(RetentionPolicy.RUNTIME)
public @interface Parallel {
    /**
     * Permits reassociation for this loop, as {@link Loops#reassociating} does for all: sums and
     * products of floating-point numbers may be computed in tiles. Without it their bits are those
     * of sequential execution.
     *
     * @return true if it is permitted
     */
    boolean reassociate() default false;
}
