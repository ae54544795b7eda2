package org.anabranch.k2h.device;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** Settings of the backend. */
@ObjectClassDefinition(name = "Anabranch: Keystone II model")
public @interface K2hSettings {

    @AttributeDefinition(
            description = "Number of boards; 0: one, while a command names it",
            min = "0",
            max = "16")
    int boards() default 0;

    @AttributeDefinition(description = "DSP cores per board", min = "1", max = "8")
    int dsps() default 8;

    @AttributeDefinition(
            description = "Run kernels on copies and report writes outside their operands")
    boolean checked() default false;
}
