package org.anabranch.opencl;

import org.anabranch.opencl.device.Settings;
import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The settings as an operator sees them; {@link Settings} reads them. */
@ObjectClassDefinition(name = "Anabranch OpenCL backend")
@interface SettingsDescription {

    @AttributeDefinition(
            description =
                    "Folder of verdicts, measurements and compiled programs; empty: the user's"
                            + " cache folder")
    String cache() default "";

    @AttributeDefinition(description = "Try drivers never seen before in a process of its own")
    boolean trial() default true;

    @AttributeDefinition(description = "Keep compiled programs")
    boolean binaries() default true;

    @AttributeDefinition(description = "auto, in-order or out-of-order")
    String queues() default "auto";

    @AttributeDefinition(
            description =
                    "Compute queues per device, 0: compute units up to 4 on a processor, else 4")
    int compute_queues() default 0;

    @AttributeDefinition(description = "Commands that a driver has at a time")
    int in_flight() default 1024;

    @AttributeDefinition(description = "Transfers through pinned memory: auto, on or off")
    String staging() default "auto";

    @AttributeDefinition(description = "KiB of a pinned block")
    int staging_block_kib() default 4096;

    @AttributeDefinition(description = "Pinned blocks per device")
    int staging_blocks() default 16;

    @AttributeDefinition(
            description =
                    "KiB up to which the thread that submits a transfer copies itself, where the"
                            + " device is the processor; 0: never")
    int direct_kib() default 1024;

    @AttributeDefinition(description = "Keep released device memory for the next allocation")
    boolean pooling() default true;

    @AttributeDefinition(description = "Percent of a device's memory that may be allocated")
    int memory_percent() default 90;

    @AttributeDefinition(description = "Milliseconds that close waits for commands")
    int close_deadline_ms() default 5000;

    @AttributeDefinition(
            description =
                    "Folder for the times of all commands, a file per device, written when it"
                            + " closes; empty: none")
    String timeline() default "";
}
