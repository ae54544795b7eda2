package org.anabranch.seeing.report;

import org.anabranch.events.ActionRow;
import org.anabranch.events.ActionSort;
import org.anabranch.seeing.model.RunModel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The run times of a kernel in one domain.
 *
 * @param name of the kernel
 * @param domain name of the domain
 * @param count number of runs
 * @param total nanoseconds of all
 * @param quantiles minimum, first quartile, median, third quartile, maximum
 */
record KernelFigures(String name, String domain, long count, long total, List<Long> quantiles) {
    private static final int QUARTERS = 4;

    long median() {
        return quantiles.get(2);
    }

    /** {@return those of a run, longest total first} */
    static List<KernelFigures> of(RunModel run) {
        Map<List<Object>, List<Long>> times = new LinkedHashMap<>();
        for (ActionRow row : run.actions()) {
            boolean ran = row.started() != ActionRow.UNKNOWN && row.ended() != ActionRow.UNKNOWN;
            if (ran && row.sort() != ActionSort.TRANSFER && row.sort() != ActionSort.SYNC) {
                times.computeIfAbsent(List.of(row.name(), row.domain()), key -> new ArrayList<>())
                        .add(row.runNanos());
            }
        }
        List<KernelFigures> all = new ArrayList<>();
        times.forEach(
                (key, nanos) ->
                        all.add(
                                of(
                                        key.getFirst().toString(),
                                        run.domainName((Integer) key.getLast()),
                                        nanos.stream().mapToLong(n -> n).toArray())));
        all.sort(
                Comparator.comparingLong(KernelFigures::total)
                        .reversed()
                        .thenComparing(KernelFigures::name)
                        .thenComparing(KernelFigures::domain));
        return all;
    }

    static KernelFigures of(String name, String domain, long[] nanos) {
        Arrays.sort(nanos);
        List<Long> quantiles = new ArrayList<>();
        for (int quarter = 0; quarter <= QUARTERS; quarter++) {
            quantiles.add(nanos[(int) Math.round((nanos.length - 1.0) * quarter / QUARTERS)]);
        }
        return new KernelFigures(name, domain, nanos.length, Arrays.stream(nanos).sum(), quantiles);
    }
}
