package org.anabranch.scheduler.kernel;

import org.anabranch.api.Kernel;
import org.anabranch.scheduler.place.CostBook;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The costs of the kernels that a program runs. Of any thread. */
public final class KernelCosts {
    private final Map<Kernel, KernelCost> known = new ConcurrentHashMap<>();
    private final CostBook before;

    /**
     * Creates costs without any runs.
     *
     * @param before the costs known from elsewhere, or null
     */
    public KernelCosts(CostBook before) {
        this.before = before;
    }

    public KernelCost of(Kernel kernel) {
        KernelCost cost = known.get(kernel);
        if (cost != null) {
            return cost;
        }
        if (known.size() >= KernelTuning.FOLLOWED_KERNELS) {
            known.clear();
        }
        return known.computeIfAbsent(kernel, unknown -> new KernelCost(unknown, before));
    }
}
