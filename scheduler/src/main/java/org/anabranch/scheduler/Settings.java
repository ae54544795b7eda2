package org.anabranch.scheduler;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/**
 * The operator's settings, under the PID {@code org.anabranch.scheduler} or as the property {@code
 * anabranch.scheduler.<name>}, which takes precedence. A change takes effect while programs run.
 */
@ObjectClassDefinition(name = "Anabranch scheduler")
public @interface Settings {
    @AttributeDefinition(
            name = "Workers",
            description = "Workers of the host; 0 for one per processor [live]",
            min = "0",
            max = "1024")
    int workers() default 0;

    @AttributeDefinition(
            name = "Memory",
            description = "Most host memory for buffers, as a share of the machine's [%, live]",
            min = "1",
            max = "95")
    int memoryPercent() default 50;

    @AttributeDefinition(
            name = "Worker share",
            description =
                    "Least share of the workers for a program while others have tasks; 0 for an"
                            + " even one [%, live]",
            min = "0",
            max = "100")
    int workerSharePercent() default 0;

    @AttributeDefinition(
            name = "Memory share",
            description =
                    "Most of memoryPercent for a program while others have buffers; 0 for an even"
                            + " share [%, live]",
            min = "0",
            max = "100")
    int memorySharePercent() default 0;

    @AttributeDefinition(
            name = "Drain",
            description = "How long an unplug waits for work under way [ms, live]",
            min = "0",
            max = "3600000")
    long drainMillis() default 5000;

    @AttributeDefinition(
            name = "Checked",
            description =
                    "Run Java kernels on copies; undeclared accesses, and races in programs that"
                            + " begin later, are errors [live]")
    boolean checked() default false;

    @AttributeDefinition(
            name = "Traced",
            description =
                    "Errors name the line that enqueued; costs about a microsecond per action"
                            + " [live]")
    boolean traced() default false;

    @AttributeDefinition(
            name = "Stall",
            description =
                    "Kernels and tasks that run longer are reported in the log and in 'top'; 0 for"
                            + " never [ms, live]",
            min = "0",
            max = "3600000")
    long stallMillis() default 10_000;

    @AttributeDefinition(
            name = "Events",
            description =
                    "Memory for recorded events, from the next one on; 0: 64 MiB, or 1/16 of"
                            + " a small heap [MiB, live]",
            min = "0",
            max = "1024")
    int eventMebibytes() default 0;

    @AttributeDefinition(
            name = "Blocked workers",
            description =
                    "Tasks that may wait at once; one more throws"
                            + " WorkersExhaustedException [live]",
            min = "1",
            max = "10000000")
    int blockedWorkers() default 250_000;

    @AttributeDefinition(
            name = "Kept costs",
            description =
                    "Keep the times of kernels for the next start, in the file named by"
                            + " anabranch.costs [live]")
    boolean keepCosts() default true;
}
