package org.anabranch.scheduler.place;

import org.anabranch.api.Kernel;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * What kernels took, by domain and size, in all programs and, if it is kept, in earlier processes:
 * what placement begins with, and what people are shown. Of short runs one in many is looked at, so
 * that the others cost nothing. Holds no kernel, since that would hold the bundle of a program. Of
 * any thread; without memory something is not noted, and nothing is thrown.
 */
public final class CostBook {
    private final Map<CostKey, CostEntry> entries = new ConcurrentHashMap<>();
    private volatile boolean changed;

    /** Whether a run that took so long is to be noted. */
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
            return; // who tells has something to end
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

    /** Whether anything ran. */
    boolean hasChanged() {
        return changed;
    }
}
