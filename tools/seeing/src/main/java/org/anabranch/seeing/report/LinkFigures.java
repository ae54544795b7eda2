package org.anabranch.seeing.report;

import org.anabranch.events.ActionRow;
import org.anabranch.events.ActionSort;
import org.anabranch.seeing.model.RunModel;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The transfers from one domain to another.
 *
 * @param from name of the domain
 * @param to name of the domain
 * @param count number of transfers
 * @param bytes of all
 * @param nanos sum of their durations
 * @param back bytes of buffers of which a part had been transferred in the other direction before
 */
record LinkFigures(String from, String to, long count, long bytes, long nanos, long back) {

    /** {@return bytes per second during transfers, or not a number} */
    double speed() {
        return nanos == 0 ? Double.NaN : bytes * 1e9 / nanos;
    }

    /** {@return those of a run} */
    static List<LinkFigures> of(RunModel run) {
        Map<Long, long[]> sums = new TreeMap<>();
        Set<List<Object>> went = new HashSet<>();
        for (ActionRow row : run.actions()) {
            if (row.sort() == ActionSort.TRANSFER && row.started() != ActionRow.UNKNOWN) {
                long key = (long) row.from() << 16 | row.to();
                long[] sum = sums.computeIfAbsent(key, one -> new long[4]);
                sum[0]++;
                sum[1] += row.bytes();
                sum[2] += row.runNanos();
                sum[3] += went.contains(way(row, row.to(), row.from())) ? row.bytes() : 0;
                went.add(way(row, row.from(), row.to()));
            }
        }
        List<LinkFigures> all = new ArrayList<>();
        sums.forEach(
                (key, sum) ->
                        all.add(
                                new LinkFigures(
                                        run.domainName((int) (key >> 16)),
                                        run.domainName((int) (key & 0xFFFF)),
                                        sum[0],
                                        sum[1],
                                        sum[2],
                                        sum[3])));
        return all;
    }

    private static List<Object> way(ActionRow row, int from, int to) {
        return List.of(row.name(), from, to);
    }
}
