package org.anabranch.metrics.beans;

import org.anabranch.events.EventLog;

/** The bean of the event log. */
record EventsBean(EventLog log) implements EventsMXBean {

    @Override
    public long getLost() {
        return log.lost();
    }

    @Override
    public String getLevel() {
        return log.level().name();
    }

    @Override
    public String getClock() {
        return log.clock().name();
    }

    @Override
    public boolean isSimulated() {
        return log.clock().simulated();
    }
}
