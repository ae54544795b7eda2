package org.anabranch.console;

import org.anabranch.api.Domain;
import org.anabranch.api.Monitor;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The JVM, and what is not as it should be. */
final class Machine {
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

    /** {@return the checks, each with a status} */
    static List<Map<String, Object>> health(Monitor monitor, long lost, boolean logged) {
        List<Map<String, Object>> rows = new ArrayList<>();
        if (monitor == null) {
            check(rows, "scheduler", "CRITICAL", "there is none");
            return rows;
        }
        domains(rows, monitor);
        int stalls = monitor.stalls().size();
        check(
                rows,
                "stall",
                stalls == 0 ? "OK" : "WARN",
                stalls == 0 ? "everything that runs ends" : stalls + " do not end");
        MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        double used = heap.getMax() <= 0 ? 0 : (double) heap.getUsed() / heap.getMax();
        check(
                rows,
                "memory",
                used < 0.9 ? "OK" : "WARN",
                Math.round(100 * used) + " % of the heap is in use");
        check(
                rows,
                "events",
                !logged ? "WARN" : lost == 0 ? "OK" : "WARN",
                !logged ? "there is no log" : lost + " lost");
        return rows;
    }

    private static void domains(List<Map<String, Object>> rows, Monitor monitor) {
        long active =
                monitor.domains().stream()
                        .filter(one -> one.domain().state() == Domain.State.ACTIVE)
                        .count();
        List<String> trouble = new ArrayList<>();
        for (Monitor.BackendReport backend : monitor.backends()) {
            if (!backend.trouble().isEmpty()) {
                trouble.add(backend.name() + ": " + backend.trouble());
            }
            backend.refused().forEach(one -> trouble.add(one.domain() + ": " + one.reason()));
        }
        check(
                rows,
                "domains",
                active == 0 ? "CRITICAL" : trouble.isEmpty() ? "OK" : "WARN",
                trouble.isEmpty() ? active + " active" : String.join("; ", trouble));
    }

    private static void check(
            List<Map<String, Object>> rows, String name, String status, String text) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("name", name);
        row.put("status", status);
        row.put("text", text);
        rows.add(row);
    }
}
