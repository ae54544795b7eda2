package org.anabranch.stencil.run;

import org.anabranch.api.Argument;
import org.anabranch.api.Loop;
import org.anabranch.stencil.description.Stencil;
import org.anabranch.stencil.geometry.CellBox;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The launches of each zone, prepared once for each iteration of a period. Not thread-safe. */
final class PreparedLaunches {
    private final Stencil stencil;
    private final Map<Key, List<Launch>> made = new HashMap<>();

    private record Key(int zone, int step, boolean swapped) {}

    /** A launch, ready to be enqueued. */
    record Launch(Loop loop, Argument[] arguments, List<ZoneLaunch.Use> uses, long cells) {}

    PreparedLaunches(Stencil stencil) {
        this.stencil = stencil;
    }

    List<Launch> of(ZoneMemory zone, int step, boolean swapped) {
        Key key = new Key(zone.zone.id(), step, swapped);
        return made.computeIfAbsent(key, none -> make(zone, step, swapped));
    }

    private List<Launch> make(ZoneMemory zone, int step, boolean swapped) {
        List<Launch> launches = new ArrayList<>();
        for (CellBox items : zone.zone.steps().get(step)) {
            ZoneLaunch launch = new ZoneLaunch(zone, stencil, items, swapped);
            long cells = stencil.cells(items).cells();
            launches.add(new Launch(launch.loop(), launch.arguments(), launch.exchanged(), cells));
        }
        return launches;
    }
}
