package org.anabranch.console;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The JVM. */
final class JvmState {
    private final long start = System.nanoTime();

    static long heap() {
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    Map<String, Object> row(Thread reader, int clients, boolean logged, boolean simulated) {
        MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        List<GarbageCollectorMXBean> collectors = ManagementFactory.getGarbageCollectorMXBeans();
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("java", Runtime.version().toString());
        row.put("processors", Runtime.getRuntime().availableProcessors());
        row.put("pid", ProcessHandle.current().pid());
        row.put("heap", heap.getUsed());
        row.put("heapMost", heap.getMax() < 0 ? null : heap.getMax());
        row.put(
                "collections",
                collectors.stream().mapToLong(GarbageCollectorMXBean::getCollectionCount).sum());
        row.put(
                "collectionMillis",
                collectors.stream().mapToLong(GarbageCollectorMXBean::getCollectionTime).sum());
        row.put("load", ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
        row.put("threads", ManagementFactory.getThreadMXBean().getThreadCount());
        row.put("upNanos", System.nanoTime() - start);
        row.put(
                "pageNanos",
                ManagementFactory.getThreadMXBean().getThreadCpuTime(reader.threadId()));
        row.put("clients", clients);
        row.put("log", logged);
        row.put("simulated", simulated);
        return row;
    }
}
