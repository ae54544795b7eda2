package org.anabranch.metrics.beans;

import org.anabranch.api.MemoryKind;
import org.anabranch.api.Monitor.DomainReport;
import org.anabranch.metrics.WatchedDomain;

/** The bean of a domain: the monitor's values, and after the domain's end the last ones. */
record DomainBean(WatchedDomain domain) implements DomainMXBean {

    private DomainReport report() {
        DomainReport report = domain.report();
        if (report == null) {
            throw new IllegalStateException("domain " + domain.id() + " is gone");
        }
        return report;
    }

    @Override
    public String getId() {
        return domain.id();
    }

    @Override
    public String getKind() {
        return domain.kind();
    }

    @Override
    public int getGeneration() {
        return domain.generation();
    }

    @Override
    public String getState() {
        return report().domain().state().name();
    }

    @Override
    public long getProcessors() {
        return report().domain().processors().count();
    }

    @Override
    public long getMemoryBytes() {
        return report().domain().memory().getOrDefault(MemoryKind.NORMAL, 0L);
    }

    @Override
    public long getBufferBytes() {
        return report().instanceBytes();
    }

    @Override
    public long getActions() {
        return report().actions();
    }

    @Override
    public long getFailed() {
        return report().failed();
    }

    @Override
    public long getQueued() {
        return report().queued();
    }

    @Override
    public double getBusySeconds() {
        return report().busyNanos() / 1e9;
    }

    @Override
    public long getStolenLocally() {
        return report().stolenLocally();
    }

    @Override
    public long getStolenHere() {
        return report().stolenHere();
    }

    @Override
    public long getStolenAway() {
        return report().stolenAway();
    }

    @Override
    public long getTransfersIn() {
        return report().transfersIn();
    }

    @Override
    public long getTransfersOut() {
        return report().transfersOut();
    }

    @Override
    public long getBytesIn() {
        return report().bytesIn();
    }

    @Override
    public long getBytesOut() {
        return report().bytesOut();
    }
}
