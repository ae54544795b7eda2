package org.anabranch.opencl.device;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;
import org.osgi.service.metatype.annotations.Option;

/** The settings as an operator sees them; {@link OpenClSettings} reads them. */
@ObjectClassDefinition(name = "Anabranch OpenCL backend")
public @interface SettingsDescription {

    @AttributeDefinition(
            description =
                    "Folder of verdicts, measurements and compiled programs; empty: the user's"
                            + " cache folder")
    String cache() default "";

    @AttributeDefinition(description = "Try drivers never seen before in a process of its own")
    boolean trial() default true;

    @AttributeDefinition(
            description = "Keep compiled programs; auto: unless the driver does, as PoCL",
            options = {
                @Option(label = "auto", value = "auto"),
                @Option(label = "true", value = "true"),
                @Option(label = "false", value = "false")
            })
    String binaries() default "auto";

    @AttributeDefinition(
            description = "Which queues a device gets",
            options = {
                @Option(label = "auto", value = "auto"),
                @Option(label = "in-order", value = "in-order"),
                @Option(label = "out-of-order", value = "out-of-order")
            })
    String queues() default "auto";

    @AttributeDefinition(
            description =
                    "Compute queues per device, 0: compute units up to 4 on a processor, else 4",
            min = "0",
            max = "64")
    int compute_queues() default 0;

    @AttributeDefinition(
            description = "Commands that a driver has at a time",
            min = "1",
            max = "1048576")
    int in_flight() default 1024;

    @AttributeDefinition(
            description =
                    "Most launches of a queue that share an event; 0: 1 on a processor, else 16",
            min = "0",
            max = "1024")
    int launches_per_event() default 0;

    @AttributeDefinition(
            description = "Transfers through pinned memory",
            options = {
                @Option(label = "auto", value = "auto"),
                @Option(label = "on", value = "on"),
                @Option(label = "off", value = "off")
            })
    String staging() default "auto";

    @AttributeDefinition(description = "Size of a pinned block [KiB]", min = "4", max = "1048576")
    int staging_block_kib() default 4096;

    @AttributeDefinition(description = "Pinned blocks per device", min = "1", max = "4096")
    int staging_blocks() default 16;

    @AttributeDefinition(
            description =
                    "Largest transfer for which the submitting thread waits, on a GPU 64 KiB; 0:"
                            + " never [KiB]",
            min = "0",
            max = "1048576")
    int direct_kib() default 1024;

    @AttributeDefinition(description = "Keep released device memory for the next allocation")
    boolean pooling() default true;

    @AttributeDefinition(
            description = "Share of a device's memory that may be allocated [%]",
            min = "1",
            max = "100")
    int memory_percent() default 90;

    @AttributeDefinition(
            description = "How long close waits for commands [ms]",
            min = "1",
            max = "3600000")
    int close_deadline_ms() default 5000;

    @AttributeDefinition(
            description =
                    "Have the driver record when commands run; it is asked only during a recording,"
                            + " such as a trace")
    boolean device_times() default true;

    @AttributeDefinition(
            description =
                    "Folder for the times of all commands, a file per device, written when it"
                            + " closes; empty: none")
    String timeline() default "";
}
