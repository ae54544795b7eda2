package org.anabranch.mic.sink;

import org.anabranch.mic.link.CardProperties;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The placement as text, for tests of the other packages. */
public final class PlacementView {
    private PlacementView() {}

    /** The core of each worker. */
    public static String cores(CardProperties card, int[] processors, int workers) {
        WorkerPlacement placement = WorkerPlacement.of(card, processors);
        return IntStream.range(0, workers)
                .map(worker -> placement.core(placement.thread(worker, workers)))
                .mapToObj(Integer::toString)
                .collect(Collectors.joining(" "));
    }
}
