package org.anabranch.k2h.device;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** Settings of the backend. */
@ObjectClassDefinition(name = "Anabranch: Keystone II model")
public @interface K2hSettings {

    /** {@return how many boards are there} */
    @AttributeDefinition(description = "Number of boards, 0 for none", min = "0", max = "16")
    int boards() default 1;

    /** {@return DSP cores per board} */
    @AttributeDefinition(description = "DSP cores per board", min = "1", max = "8")
    int dsps() default 8;

    /** {@return whether kernels run on copies and what they write elsewhere is an error} */
    @AttributeDefinition(
            description = "Run kernels on copies and report writes outside their operands")
    boolean checked() default false;
}
