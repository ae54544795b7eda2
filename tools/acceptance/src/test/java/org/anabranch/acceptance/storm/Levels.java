package org.anabranch.acceptance.storm;

import org.anabranch.acceptance.storm.StormGround.Kind;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a process holds, looked at now and then while programs run: it must not grow.
 *
 * <p>The resident size of the process is no measure of that. It grows by tens of megabytes in some
 * hundred programs, and goes on for thousands: the compilers keep their arenas (up to 250 MB of
 * "Arena Chunk") and the code that they made, and the collector touches more of the heap that it
 * has reserved. None of this is ours to free. So each thing is looked at by itself, as the virtual
 * machine accounts for it: the memory segments that buffers and devices allocate must not grow at
 * all, nor the files that are open or mapped, nor the threads; the rest of native memory (classes
 * with the profiles of their methods, symbols, monitors) by no more than what a machine learns
 * about code that it runs, and classes by less than one in five programs.
 *
 * <p>Each level is the least of several looks, of the last third against the middle third: what is
 * loaded first, is loaded in the first. A program that allocates is often at rest between two
 * looks, so the least is what is kept.
 */
final class Levels {
    private static final long SOME = 1 << 20;

    /**
     * A link to a card has a buffer of 64 KiB, which goes with the next collection after the link;
     * and each thread that writes to one keeps a copy of its largest message outside of the heap.
     */
    private static final long LINKS = 2 << 16;

    private final Kind kind;
    private final Map<String, List<Long>> looks = new LinkedHashMap<>();
    private final List<Map<String, Long>> categories = new ArrayList<>();

    Levels(Kind kind) {
        this.kind = kind;
    }

    /** Between two programs, when the platform is idle. */
    void look() {
        add("heap", heap());
        Map<String, Long> committed = NativeMemory.byCategory();
        categories.add(committed);
        add("segments", committed.getOrDefault("Other", 0L));
        add("native", NativeMemory.ofCode(committed));
        add("mapped", NativeMemory.mapped());
        add("files", NativeMemory.openFiles());
        add("threads", Threads.alive().stream().filter(one -> !Threads.comesAndGoes(one)).count());
        add("classes", ManagementFactory.getClassLoadingMXBean().getLoadedClassCount());
    }

    private void add(String what, long value) {
        looks.computeIfAbsent(what, any -> new ArrayList<>()).add(value);
    }

    private static long heap() {
        long used = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            System.gc();
            Threads.pause(20);
            used =
                    Math.min(
                            used,
                            ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }
        return used;
    }

    /** Fails if something has grown; needs three looks, with so many programs between two. */
    void require(int window) {
        long programs = (long) window * (heaps().size() / 3);
        require("heap", SOME, 500 * programs);
        require("segments", kind.hasCards() ? LINKS : 0, 0);
        require("mapped", 0, 0);
        require("files", 0, 0);
        require("threads", 0, 0);
        require("classes", 10, programs / 5);
        require("native", SOME, 2_000 * programs);
    }

    private List<Long> heaps() {
        return looks.getOrDefault("heap", List.of());
    }

    private void require(String what, long once, long forPrograms) {
        List<Long> seen = looks.getOrDefault(what, List.of());
        int third = seen.size() / 3;
        if (third == 0) {
            return;
        }
        long middle = least(seen.subList(third, 2 * third));
        long last = least(seen.subList(2 * third, seen.size()));
        if (last - middle > once + forPrograms) {
            throw new AssertionError(
                    kind + ": " + what + " grows by " + (last - middle) + ": " + this);
        }
    }

    private static long least(List<Long> values) {
        return values.stream().mapToLong(value -> value).min().orElseThrow();
    }

    @Override
    public String toString() {
        return categories.isEmpty()
                ? looks.toString()
                : looks + "; first " + categories.getFirst() + "; last " + categories.getLast();
    }
}
