package org.anabranch.health.check;

import org.anabranch.api.Domain;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.Monitor;
import org.anabranch.api.Monitor.DomainReport;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;

/** The check of the heap after collections, and of the memory of buffers on the host. */
final class MemoryCheck {
    static final String NAME = "memory";
    private static final long WARN_PERCENT = 90;
    private static final long CRITICAL_PERCENT = 98;

    private MemoryCheck() {}

    static HealthFinding look(Monitor monitor) {
        long most = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getMax();
        Domain host = null;
        long buffers = 0;
        for (DomainReport report : monitor.domains()) {
            if (report.domain().isHost() && report.domain().state() == Domain.State.ACTIVE) {
                host = host == null ? report.domain() : host; // parts share its memory
                buffers = Math.max(buffers, report.instanceBytes());
            }
        }
        long limit = host == null ? 0 : host.memory().getOrDefault(MemoryKind.NORMAL, 0L);
        return of(percent(afterCollections(), most), percent(buffers, limit));
    }

    static HealthFinding of(long heap, long buffers) {
        String sentence =
                "%d %% of the heap is in use after collections, %d %% of the host's memory for"
                        + " buffers";
        long worst = Math.max(heap, buffers);
        Status status =
                worst >= CRITICAL_PERCENT
                        ? Status.CRITICAL
                        : worst >= WARN_PERCENT ? Status.WARN : Status.OK;
        String advice =
                heap >= buffers
                        ? "give the JVM more heap: ANABRANCH_JVM=-Xmx..."
                        : "'buffers' lists what is open; 'settings set org.anabranch.scheduler"
                                + " memoryPercent N' gives more";
        return new HealthFinding(
                NAME, status, sentence.formatted(heap, buffers), status == Status.OK ? "" : advice);
    }

    private static long percent(long part, long all) {
        return all <= 0 ? 0 : Math.round(100.0 * part / all);
    }

    /** Returns the heap in use after collections, without garbage. */
    private static long afterCollections() {
        long used = 0;
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            MemoryUsage left = pool.getType() == MemoryType.HEAP ? pool.getCollectionUsage() : null;
            used += left == null ? 0 : left.getUsed();
        }
        return used;
    }
}
