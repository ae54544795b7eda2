package org.anabranch.scheduler;

import org.anabranch.api.ProcessorMask;
import org.anabranch.scheduler.action.ExecutingDomain;
import org.anabranch.scheduler.domain.DeviceDomain;
import org.anabranch.scheduler.stream.TrackedStream;

import java.util.Arrays;
import java.util.List;

/** The number of streams over each processor of a domain. */
final class Subscription {
    private Subscription() {}

    /** Returns the number of these streams over each of the domain's processors, in their order. */
    static int[] of(ExecutingDomain domain, List<TrackedStream> open) {
        int[] processors = domain.processors().processors();
        int[] streams = new int[processors.length];
        for (TrackedStream stream : open) {
            ExecutingDomain bound = stream.executing();
            if (bound != null && isOneDevice(domain, bound)) {
                ProcessorMask covered = bound.processors();
                Arrays.setAll(streams, i -> streams[i] + (covered.contains(processors[i]) ? 1 : 0));
            }
        }
        return streams;
    }

    private static boolean isOneDevice(ExecutingDomain one, ExecutingDomain other) {
        if (one instanceof DeviceDomain device && other instanceof DeviceDomain bound) {
            return device.info.id().equals(bound.info.id())
                    && device.generation() == bound.generation();
        }
        return one.isHost() && other.isHost();
    }
}
