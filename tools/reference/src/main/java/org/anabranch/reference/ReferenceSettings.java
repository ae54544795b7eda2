package org.anabranch.reference;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** Settings of the service; a change closes the devices and opens new ones. */
@ObjectClassDefinition(name = "Anabranch reference devices")
public @interface ReferenceSettings {
    /** {@return the number of devices, at least 0} */
    @AttributeDefinition(
            description = "Number of devices; 0: one, while a command names it",
            min = "0",
            max = "64")
    int devices() default 0;

    /** {@return lanes of each device, at least 1} */
    @AttributeDefinition(
            description = "Lanes, which are also processors, of each device",
            min = "1",
            max = "256")
    int lanes() default 2;

    /** {@return memory of each device in bytes, at least 1} */
    @AttributeDefinition(description = "Memory of each device [bytes]", min = "1")
    long memory() default 1L << 30;

    /** {@return true if the devices order operations across lanes themselves} */
    @AttributeDefinition(description = "Order operations across lanes on the device")
    boolean ordersOperations() default false;

    /** {@return true if part of a device can be opened} */
    @AttributeDefinition(description = "Let programs open part of a device")
    boolean divisible() default false;

    /** {@return true if the devices exchange tasks with the host} */
    @AttributeDefinition(description = "Schedule tasks on the device, which can be stolen")
    boolean stealPort() default false;
}
