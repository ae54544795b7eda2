package org.anabranch.scheduler.place;

import org.anabranch.api.Kernel;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The measured costs of kernels, by domain and size, of all programs and, if they are persistent,
 * of earlier processes: the initial knowledge of placement, also shown to people. Of short runs
 * only a sample is timed, so that the others cost nothing. Holds no kernel, since that would hold
 * the bundle of a program. Thread-safe; without memory a measurement may be lost, and no exception
 * is thrown.
 */
public final class CostBook {
    private final Map<CostKey, CostEntry> entries = new ConcurrentHashMap<>();
    private volatile boolean changed;

    /** Returns true if a run of this duration is to be recorded. */
    public boolean isNoted(long nanos) {
        return nanos >= PlaceTuning.LONG_NANOS
                || (ThreadLocalRandom.current().nextInt() & PlaceTuning.SHORT_RUNS - 1) == 0;
    }

    /**
     * A kernel ran well.
     *
     * @param nanos for so long, which {@link #isNoted is to be noted}
     */
    public void note(Kernel kernel, String domain, long bytes, long indices, long nanos) {
        int weight = nanos >= PlaceTuning.LONG_NANOS ? 1 : PlaceTuning.SHORT_RUNS;
        try {
            CostKey key = CostKey.of(kernel, domain, KernelHistory.size(bytes, indices));
            CostEntry entry = entries.get(key);
            if (entry == null && entries.size() < PlaceTuning.KEPT_COSTS) {
                entry = entries.computeIfAbsent(key, unknown -> new CostEntry());
            }
            if (entry != null) {
                entry.ran(bytes, indices, nanos, weight);
                changed = true;
            }
        } catch (OutOfMemoryError full) {
            return; // the caller has an operation to end
        }
    }

    /** Nanoseconds that it takes there as a rule; 0 if it never ran there. */
    long nanos(Kernel kernel, String domain, int size) {
        CostEntry entry = entries.get(CostKey.of(kernel, domain, size));
        return entry == null ? 0 : entry.median();
    }

    /** {@return all that is known, by kernel, size and domain} */
    public List<CostRow> rows() {
        return entries.entrySet().stream()
                .map(known -> known.getValue().row(known.getKey()))
                .filter(row -> row.recent().length > 0)
                .sorted(
                        Comparator.comparing(CostRow::kernel)
                                .thenComparing(row -> row.key().size())
                                .thenComparing(CostRow::domain))
                .toList();
    }

    /** Takes over what earlier processes knew, as far as nothing is known. */
    void takeOver(List<CostRow> rows) {
        for (CostRow row : rows) {
            if (entries.size() < PlaceTuning.KEPT_COSTS) {
                entries.computeIfAbsent(row.key(), key -> new CostEntry(row));
            }
        }
    }

    /** Returns true if any kernel ran. */
    boolean hasChanged() {
        return changed;
    }
}
