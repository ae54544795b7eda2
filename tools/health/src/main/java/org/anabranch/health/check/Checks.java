package org.anabranch.health.check;

import org.anabranch.api.Monitor;
import org.anabranch.events.EventLog;
import org.anabranch.spi.PluginHost;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;

import java.util.List;

/**
 * All health checks. They read counters, in microseconds, and never wait for the scheduler.
 * Thread-safe.
 */
@Component(service = Checks.class)
public class Checks {
    /** Their names, in the order of {@link #findings}. */
    public static final List<String> NAMES =
            List.of(
                    DomainCheck.NAME,
                    StallCheck.NAME,
                    MemoryCheck.NAME,
                    EventCheck.NAME,
                    PluginCheck.NAME);

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    volatile PluginHost plugins;

    private final EventCheck events = new EventCheck();
    private volatile Monitor monitor;
    private EventLog log;
    private LostDomains lost;

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    void setMonitor(Monitor present) {
        monitor = present;
    }

    void unsetMonitor(Monitor gone) {
        if (monitor == gone) {
            monitor = null;
        }
    }

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    synchronized void setLog(EventLog present) {
        end();
        log = present;
        lost = new LostDomains(present);
    }

    synchronized void unsetLog(EventLog gone) {
        if (log == gone) {
            end();
        }
    }

    @Deactivate
    synchronized void end() {
        if (lost != null) {
            lost.close();
        }
        lost = null;
        log = null;
    }

    /**
     * Runs one check.
     *
     * @param name one of {@link #NAMES}
     * @return its finding
     */
    public HealthFinding find(String name) {
        Monitor present = monitor;
        EventLog read;
        List<String> gone;
        synchronized (this) {
            read = log;
            gone = lost == null ? List.of() : lost.look();
        }
        if (present == null || read == null) {
            return new HealthFinding(
                    name,
                    Status.CRITICAL,
                    "there is no scheduler",
                    "'felix:lb' shows whether org.anabranch.scheduler is active");
        }
        return switch (name) {
            case DomainCheck.NAME -> DomainCheck.look(present, gone);
            case StallCheck.NAME -> StallCheck.look(present);
            case MemoryCheck.NAME -> MemoryCheck.look(present);
            case EventCheck.NAME -> events.look(read, System.nanoTime());
            case PluginCheck.NAME -> PluginCheck.look(plugins);
            default -> throw new IllegalArgumentException("no check is called " + name);
        };
    }

    /** {@return the findings of all checks} */
    public List<HealthFinding> findings() {
        return NAMES.stream().map(this::find).toList();
    }
}
