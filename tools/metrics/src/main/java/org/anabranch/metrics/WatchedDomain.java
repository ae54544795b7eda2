package org.anabranch.metrics;

import org.anabranch.api.Monitor;
import org.anabranch.api.Monitor.DomainReport;

/**
 * One generation of a domain, identified by its id. Its figures are never those of a later
 * generation; after its end they keep their last values. Thread-safe.
 */
public final class WatchedDomain {
    private final Monitor monitor;
    private final String id;
    private final String kind;
    private final int generation;
    private volatile DomainReport last;

    /**
     * Creates a view of a domain.
     *
     * @param monitor to ask
     * @param id of the domain
     * @param kind of the domain
     * @param generation of the domain
     */
    public WatchedDomain(Monitor monitor, String id, String kind, int generation) {
        this.monitor = monitor;
        this.id = id;
        this.kind = kind;
        this.generation = generation;
    }

    /** {@return its id} */
    public String id() {
        return id;
    }

    /** {@return its kind} */
    public String kind() {
        return kind;
    }

    /** {@return its generation} */
    public int generation() {
        return generation;
    }

    /** {@return its work so far, or the last known; null if it was gone before} */
    public DomainReport report() {
        for (DomainReport report : monitor.domains()) {
            if (report.domain().generation() == generation && report.domain().id().equals(id)) {
                last = report;
                return report;
            }
        }
        return last;
    }

    /**
     * {@return a figure of it; NaN if it was gone before}
     *
     * @param figure the figure
     */
    public double read(Figure<DomainReport> figure) {
        DomainReport report = report();
        return report == null ? Double.NaN : figure.read().applyAsDouble(report);
    }
}
