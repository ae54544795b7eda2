package org.anabranch.acceptance.storm;

import org.anabranch.spi.Completion;
import org.anabranch.spi.Launch;
import org.anabranch.spi.StealPort;

/** A steal port that misbehaves now and then. */
final class StormyPort implements StealPort {
    private final StealPort below;
    private final StormyDevice device;
    private final Weather weather;

    StormyPort(StealPort below, StormyDevice device, Weather weather) {
        this.below = below;
        this.device = device;
        this.weather = weather;
    }

    @Override
    public int hungry() {
        return weather.askUnchecked(20, "hungry", Integer.MIN_VALUE, below::hungry);
    }

    @Override
    public boolean offer(Launch launch, Completion told) {
        return weather.askUnchecked(
                6,
                "offer",
                false,
                () -> {
                    boolean[] taken = {true};
                    device.submit(told, end -> taken[0] = below.offer(launch, end));
                    return taken[0];
                });
    }

    @Override
    public Stolen steal() {
        return weather.askUnchecked(200, "steal", null, below::steal);
    }
}
