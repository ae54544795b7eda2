package org.anabranch.shell.commands;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The part of a command's {@code help} that Gogo's own descriptions cannot express. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Manual {

    /** {@return the words after the options, in the notation of a synopsis} */
    String words() default "";

    /** {@return paragraphs} */
    String[] notes() default {};
}
