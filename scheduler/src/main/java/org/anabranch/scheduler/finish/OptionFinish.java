package org.anabranch.scheduler.finish;

import org.anabranch.api.FinishOptions;
import org.anabranch.scheduler.domain.Machine;
import org.anabranch.scheduler.event.Wait;

/** A scope with options. */
final class OptionFinish extends CountedFinish {
    private final long nanos;

    OptionFinish(Machine machine, Owner platform, FinishOptions options) {
        super(machine, platform);
        this.nanos = options.timeLimit().isEmpty() ? 0 : Wait.nanos(options.timeLimit().get());
        change(options);
    }

    @Override
    long ownTimeLimit() {
        return nanos;
    }
}
