package org.anabranch.metrics.beans;

import org.anabranch.api.Monitor;
import org.anabranch.metrics.MetricFigures;

/** The bean of the platform: the monitor's values. */
record PlatformBean(Monitor monitor) implements PlatformMXBean {

    @Override
    public String[] getDomains() {
        return monitor.domains().stream()
                .map(report -> report.domain().id())
                .toArray(String[]::new);
    }

    @Override
    public long getActiveDomains() {
        return MetricFigures.active(monitor);
    }

    @Override
    public String[] getBackends() {
        return monitor.backends().stream().map(Monitor.BackendReport::name).toArray(String[]::new);
    }

    @Override
    public String[] getRefusedDevices() {
        return monitor.backends().stream()
                .flatMap(backend -> backend.refused().stream())
                .map(device -> device.domain() + ": " + device.reason())
                .toArray(String[]::new);
    }

    @Override
    public long getStreams() {
        return monitor.streams().size();
    }

    @Override
    public long getPendingActions() {
        return MetricFigures.pending(monitor);
    }

    @Override
    public long getBuffers() {
        return monitor.buffers().size();
    }

    @Override
    public long getWorkers() {
        return monitor.workers().size();
    }

    @Override
    public String[] getStalls() {
        return monitor.stalls().stream()
                .map(
                        stall ->
                                stall.domain().id()
                                        + ": "
                                        + stall.what()
                                        + " for "
                                        + stall.nanos() / 1_000_000
                                        + " ms")
                .toArray(String[]::new);
    }
}
