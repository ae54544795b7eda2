package org.anabranch.conformance;

import static org.anabranch.conformance.Bench.require;

import org.anabranch.api.ProcessorMask;
import org.anabranch.spi.Backend;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceInfo;
import org.anabranch.spi.support.ForeignThrowables;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The checks of chapter 1: finding and opening. */
final class FindingRules {
    private FindingRules() {}

    static void rule_1_1_probe_lists_unique_ids(Subject subject) {
        List<DeviceInfo> devices = subject.backend().probe();
        Set<String> ids = new HashSet<>();
        for (DeviceInfo device : devices) {
            require(ids.add(device.id()), "probe lists " + device.id() + " twice");
        }
        require(
                ids.contains(subject.info().id()),
                "probe does not list " + subject.info().id() + " any more");
    }

    static void rule_1_2_probe_gives_the_same_ids_again(Subject subject) {
        Set<String> first = ids(subject);
        for (int i = 0; i < 3; i++) {
            Set<String> again = ids(subject);
            require(first.equals(again), "probe listed " + first + ", then " + again);
        }
        require(
                first.contains(subject.info().id()),
                subject.info().id() + " has another id now: " + first);
    }

    private static Set<String> ids(Subject subject) {
        return subject.backend().probe().stream().map(DeviceInfo::id).collect(Collectors.toSet());
    }

    static void rule_1_3_a_device_opens_again_after_close(Subject subject) throws Exception {
        for (int round = 1; round <= 3; round++) {
            try (Bench bench = new Bench(subject)) {
                bench.provesUsable("in round " + round);
            } catch (DeviceException refused) {
                throw new RuleBrokenError(
                        "refused to work in round "
                                + round
                                + " of opening: "
                                + ForeignThrowables.text(refused),
                        refused);
            }
        }
    }

    static void rule_1_4_open_refuses_a_mask_it_cannot_serve(Subject subject) throws Exception {
        DeviceInfo info = subject.info();
        int processors = info.processors();
        List<ProcessorMask> impossible = new ArrayList<>();
        impossible.add(ProcessorMask.of());
        impossible.add(ProcessorMask.of(processors));
        impossible.add(ProcessorMask.range(0, processors + 1));
        if (processors > 1 && !info.divisible()) {
            impossible.add(ProcessorMask.of(0));
            impossible.add(ProcessorMask.range(1, processors));
        }
        for (ProcessorMask mask : impossible) {
            refuses(subject, mask);
        }
        if (processors > 1 && info.divisible()) {
            subject.backend().open(info, ProcessorMask.of(0)).close();
            subject.backend().open(info, ProcessorMask.range(1, processors)).close();
        }
    }

    private static void refuses(Subject subject, ProcessorMask mask) {
        Backend.Device device;
        try {
            device = subject.backend().open(subject.info(), mask);
        } catch (DeviceException expected) {
            return;
        }
        device.close();
        throw new RuleBrokenError(
                "opened for the mask %s of %s processors"
                        .formatted(mask, subject.info().processors()));
    }
}
