package org.anabranch.scheduler;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/**
 * What an operator may set, under the PID {@code org.anabranch.scheduler} or as the property {@code
 * anabranch.scheduler.<name>}, which wins. Only a change of {@link #workers} or {@link #checked}
 * restarts the engine, which ends what all programs have; the rest holds from then on.
 */
@ObjectClassDefinition(name = "Anabranch scheduler")
public @interface Settings {
    @AttributeDefinition(
            name = "Workers",
            description = "Workers of the host; 0 for one per processor; a change restarts",
            min = "0",
            max = "1024")
    int workers() default 0;

    @AttributeDefinition(
            name = "Memory",
            description = "Most host memory for buffers, percent of the machine's",
            min = "1",
            max = "95")
    int memoryPercent() default 50;

    @AttributeDefinition(
            name = "Drain",
            description = "How long an unplug waits for work under way, milliseconds",
            min = "0",
            max = "3600000")
    long drainMillis() default 5000;

    @AttributeDefinition(
            name = "Checked",
            description =
                    "Run Java kernels on copies; touching what they did not declare is an error, as"
                            + " are two uses of one range that nothing orders; a change restarts")
    boolean checked() default false;

    @AttributeDefinition(
            name = "Traced",
            description =
                    "Errors name the line that enqueued; costs about a microsecond per action")
    boolean traced() default false;

    @AttributeDefinition(
            name = "Stall",
            description =
                    "What runs for longer without an end is said in the log and in 'top',"
                            + " milliseconds; 0 for never",
            min = "0",
            max = "3600000")
    long stallMillis() default 10_000;
}
