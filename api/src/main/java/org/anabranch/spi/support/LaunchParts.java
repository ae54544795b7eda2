package org.anabranch.spi.support;

import org.anabranch.spi.Launch;

import java.util.ArrayList;
import java.util.List;

/**
 * The division of a launch into parts by repeated halving, so that cores, or device and host, can
 * share it. It must happen before the launch leaves this process, because only the mappings here
 * say which bytes an index range uses.
 */
public final class LaunchParts {
    private LaunchParts() {}

    /**
     * Divides a launch.
     *
     * @param launch the launch
     * @param most largest number of parts
     * @param grain number of indices below which nothing is divided
     * @return the parts, each with exactly its data; the launch alone if it cannot be divided
     */
    public static List<Launch> of(Launch launch, int most, long grain) {
        List<Launch> parts = new ArrayList<>();
        divide(launch, most, grain, parts);
        return parts;
    }

    private static void divide(Launch launch, int most, long grain, List<Launch> parts) {
        List<Launch> halves =
                most < 2 || launch.piece().size() < 2 * grain ? List.of(launch) : launch.halves();
        if (halves.size() == 1) {
            parts.add(launch);
            return;
        }
        divide(halves.getFirst(), most - most / 2, grain, parts);
        divide(halves.getLast(), most / 2, grain, parts);
    }
}
