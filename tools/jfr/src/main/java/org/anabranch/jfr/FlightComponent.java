package org.anabranch.jfr;

import org.anabranch.events.EventLog;
import org.anabranch.spi.support.BackendLog;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/**
 * The component that copies this framework's event log to JFR recordings of the JVM, if it supports
 * JFR.
 */
@Component(
        immediate = true,
        service = {})
public final class FlightComponent {
    private final AutoCloseable link;

    /**
     * Begins to wait for recordings.
     *
     * @param log the log
     */
    @Activate
    public FlightComponent(@Reference EventLog log) {
        this.link = link(log);
    }

    private static AutoCloseable link(EventLog log) {
        try {
            return new FlightLoader().link(log);
        } catch (NoClassDefFoundError missing) {
            BackendLog.say(
                    FlightComponent.class,
                    System.Logger.Level.INFO,
                    "this Java has no Flight Recorder: no events for it",
                    null);
            return () -> {};
        }
    }

    /** Ends the copying; events recorded until now are kept. */
    @Deactivate
    public void close() throws Exception {
        link.close();
    }
}
