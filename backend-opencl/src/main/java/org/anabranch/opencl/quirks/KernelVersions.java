package org.anabranch.opencl.quirks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The coordination of a kernel's launches in this process: a launch runs alone if PoCL would load
 * another version of the kernel for it.
 *
 * <p>PoCL keeps loaded versions of a kernel in one list for all devices of the process. It loads
 * another one when none has the same work-group and was first run over a range at least as wide,
 * and it counts the launches that use each. But after its run a launch looks its version up by
 * kernel and work-group alone, and so finds the newest. If that was loaded while launches of an
 * older one ran, these use up its count, and the last launch of it ends the process (3.1, {@code
 * pocl_release_dlhandle_cache}: {@code found->ref_count > 0}). So a range that is wider than all
 * before it waits until no launch of its kernel is under way, on any device, and none begins until
 * it has ended. All other ranges find the newest version and run side by side.
 *
 * <p>PoCL unloads unused versions when it has 128; its {@code basic} device, unlike {@code
 * pthread}, gives back all that it uses. There nothing is known any more of a process that has
 * loaded many.
 *
 * <p>Of any thread. Launches wait in their device's backlog; no thread does.
 */
public final class KernelVersions {
    /** Of the 128 that PoCL keeps; others in this process may load some, too. */
    private static final int FEW = 96;

    private static final String BASIC = "basic";
    private static final int FIRST_RIGHT = 7;
    private static final Pattern POCL =
            Pattern.compile("Portable Computing Language.*pocl (\\d+).*", Pattern.CASE_INSENSITIVE);

    private static final Map<List<String>, KernelVersions> ALL = new ConcurrentHashMap<>();

    /** Versions that this process had loaded, at most. */
    private static final AtomicInteger LOADED = new AtomicInteger();

    private final List<String> kernel;
    private final boolean kept;

    /** Loaded kernels and launches. Changed by atomic operations of {@link #ALL} only. */
    private int users;

    // guarded by this
    private final long[] widest = new long[Long.SIZE];
    private final Set<Runnable> waiting = new LinkedHashSet<>();
    private int running;
    private boolean alone;

    /** The longest waiting device, while it is asked to try again; no other gets in before it. */
    private Runnable next;

    /**
     * The ranges of a launch, as far as PoCL distinguishes versions by them: a range, and the
     * remainder as a second one with work-groups of one.
     *
     * @param local work-items of a group in dimension 0
     * @param width the larger extent of the first two dimensions, 0 if there is no such range
     * @param tailWidth the same of the second range
     */
    public record Ranges(long local, long width, long tailWidth) {}

    private KernelVersions(List<String> kernel, boolean kept) {
        this.kernel = kernel;
        this.kept = kept;
    }

    /** {@return true if launches on devices of this platform need it} */
    public static boolean areMixedUpBy(String platform) {
        Matcher pocl = POCL.matcher(platform);
        return pocl.matches() && Integer.parseInt(pocl.group(1)) < FIRST_RIGHT;
    }

    /**
     * {@return those of a kernel, to be released by the caller}
     *
     * @param device name of the device, the same for all devices that share versions
     */
    public static KernelVersions of(String device, String text, String options, String function) {
        return ALL.compute(
                List.of(device, text, options, function),
                (kernel, known) -> {
                    KernelVersions versions =
                            known == null
                                    ? new KernelVersions(kernel, !device.startsWith(BASIC))
                                    : known;
                    versions.users++;
                    return versions;
                });
    }

    /** One user less. What the last one knew is forgotten. */
    public void release() {
        ALL.computeIfPresent(kernel, (same, versions) -> --versions.users == 0 ? null : versions);
    }

    /**
     * Begins a launch, unless it has to wait.
     *
     * @param ranges its ranges
     * @param retry run once when it may be tried again; the same object for all launches of a
     *     device. It must not wait for a lock that is held around calls of this
     * @return true if it has begun; then {@link #leave} must follow its end
     */
    public synchronized boolean enter(Ranges ranges, Runnable retry) {
        boolean newest = isNewest(ranges);
        boolean shut = running > 0 && (alone || newest || !waiting.isEmpty());
        if (shut || next != null && next != retry) {
            waiting.add(retry);
            return false;
        }
        running++;
        alone = newest;
        return true;
    }

    /** A launch has ended, or the driver was not given it. */
    public void leave(Ranges ranges, boolean succeeded) {
        List<Runnable> woken;
        synchronized (this) {
            if (alone && succeeded) {
                note(ranges);
            }
            running--;
            if (running > 0) {
                return;
            }
            alone = false;
            woken = new ArrayList<>(waiting);
            waiting.clear();
            next = woken.isEmpty() ? null : woken.getFirst();
        }
        for (Runnable one : woken) {
            one.run();
            synchronized (this) {
                next = null;
            }
        }
    }

    private boolean isNewest(Ranges ranges) {
        if (!kept && LOADED.get() > FEW) {
            return true;
        }
        return ranges.width() > widest[place(ranges.local())]
                || ranges.tailWidth() > widest[place(1)];
    }

    private void note(Ranges ranges) {
        note(ranges.local(), ranges.width());
        note(1, ranges.tailWidth());
    }

    private void note(long local, long width) {
        if (width > widest[place(local)]) {
            widest[place(local)] = width;
            LOADED.incrementAndGet();
        }
    }

    /** Chosen work-groups are powers of two, and a kernel that declares one has no other. */
    private static int place(long local) {
        return Long.numberOfTrailingZeros(Long.highestOneBit(local));
    }

    @Override
    public String toString() {
        return kernel.getLast() + " " + Arrays.toString(widest);
    }
}
