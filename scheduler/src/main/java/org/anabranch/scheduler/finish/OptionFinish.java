package org.anabranch.scheduler.finish;

import org.anabranch.api.FinishOptions;
import org.anabranch.scheduler.domain.Machine;
import org.anabranch.scheduler.event.Wait;

/** A scope with options. */
public final class OptionFinish extends CountedFinish {
    private final long nanos;

    private OptionFinish(Machine machine, Owner platform, FinishOptions options) {
        super(machine, platform);
        this.nanos = options.timeLimit().isEmpty() ? 0 : Wait.nanos(options.timeLimit().get());
        change(options);
    }

    /** Opens a scope; one without options if they are the default ones. */
    public static CountedFinish open(Machine machine, Owner platform, FinishOptions options) {
        return options.equals(FinishOptions.DEFAULT)
                ? new CountedFinish(machine, platform)
                : new OptionFinish(machine, platform, options);
    }

    @Override
    long ownTimeLimit() {
        return nanos;
    }
}
