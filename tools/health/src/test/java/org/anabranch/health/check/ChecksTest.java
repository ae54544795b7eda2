package org.anabranch.health.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.Domain;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.Monitor;
import org.anabranch.api.Monitor.BackendReport;
import org.anabranch.api.Monitor.DomainReport;
import org.anabranch.api.Monitor.RefusedDevice;
import org.anabranch.api.Monitor.StallReport;
import org.anabranch.events.DomainChange;
import org.anabranch.events.Event;
import org.anabranch.events.EventScript;
import org.anabranch.events.Events;
import org.anabranch.events.Kind;
import org.anabranch.spi.PluginHost;
import org.anabranch.spi.PluginHost.Report;
import org.junit.jupiter.api.Test;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Tests of the findings of each check. */
class ChecksTest {
    private static final long SECOND = 1_000_000_000;

    private final List<DomainReport> domains = new ArrayList<>();
    private final List<BackendReport> backends = new ArrayList<>();
    private final List<StallReport> stalls = new ArrayList<>();
    private final EventScript log = new EventScript();
    private final Checks checks = new Checks();

    private static <T> T fake(Class<T> type, Map<String, Object> answers) {
        return type.cast(
                Proxy.newProxyInstance(
                        type.getClassLoader(),
                        new Class<?>[] {type},
                        (self, method, arguments) -> answers.get(method.getName())));
    }

    private static Domain domain(String id, Domain.State state) {
        return fake(
                Domain.class,
                Map.of(
                        "id",
                        id,
                        "state",
                        state,
                        "isHost",
                        id.equals("host"),
                        "memory",
                        Map.of(MemoryKind.NORMAL, 1000L)));
    }

    private void add(String id, Domain.State state, long bytes) {
        domains.add(new DomainReport(domain(id, state), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, bytes));
    }

    private HealthFinding find(String name) {
        checks.setMonitor(
                fake(
                        Monitor.class,
                        Map.of("domains", domains, "backends", backends, "stalls", stalls)));
        checks.setLog(log);
        return checks.find(name);
    }

    private void say(DomainChange change, int domain) {
        log.add(new Event(Kind.DOMAIN, 1, change.ordinal(), domain, Events.NOWHERE, "", 0, 0, 0));
    }

    private static void assertIs(Status status, String part, HealthFinding finding) {
        assertEquals(status, finding.status(), finding::toString);
        assertTrue(finding.sentence().contains(part), finding::toString);
        assertEquals(status == Status.OK, finding.advice().isEmpty(), finding::toString);
    }

    @Test
    void issue24_without_a_scheduler_everything_is_critical() {
        for (HealthFinding finding : checks.findings()) {
            assertIs(Status.CRITICAL, "no scheduler", finding);
        }
    }

    @Test
    void issue24_all_is_well_with_domains_that_work() {
        add("host", Domain.State.ACTIVE, 10);
        find("domains");
        assertEquals(
                Collections.nCopies(Checks.NAMES.size(), Status.OK),
                checks.findings().stream().map(HealthFinding::status).toList(),
                checks.findings()::toString);
    }

    @Test
    void issue24_a_lost_domain_is_critical_until_it_is_back() {
        add("host", Domain.State.ACTIVE, 0);
        int card = log.domain("card:0");
        checks.setLog(log);
        find("domains");
        say(DomainChange.LOST, card);
        assertIs(Status.CRITICAL, "lost: card:0; take work: host", checks.find("domains"));
        assertIs(Status.CRITICAL, "lost: card:0", checks.find("domains"));
        say(DomainChange.ACTIVE, log.domain("card:0"));
        assertIs(Status.OK, "host", checks.find("domains"));
    }

    @Test
    void issue24_no_domain_is_critical_one_to_come_is_not_there_yet() {
        assertIs(Status.CRITICAL, "no domain", find("domains"));
        add("host", Domain.State.ACTIVE, 0);
        add("card:0", Domain.State.ADDED, 0);
        assertIs(Status.TEMPORARILY_UNAVAILABLE, "to come: card:0", find("domains"));
        backends.add(
                new BackendReport(
                        "Cards", false, "", List.of(new RefusedDevice("card:0", "no power", 3))));
        assertIs(Status.WARN, "card:0: no power", find("domains"));
        backends.add(new BackendReport("Odd", true, "", List.of()));
        assertIs(Status.TEMPORARILY_UNAVAILABLE, "to come: devices of Odd", find("domains"));
    }

    @Test
    void issue24_a_backend_in_trouble_is_said() {
        add("host", Domain.State.ACTIVE, 0);
        backends.add(new BackendReport("Odd", false, "no driver", List.of()));
        assertIs(Status.WARN, "Odd: no driver", find("domains"));
    }

    @Test
    void issue24_a_stall_is_a_warning_and_later_critical() {
        Domain host = domain("host", Domain.State.ACTIVE);
        stalls.add(new StallReport(host, "kernel slow", 12 * SECOND));
        assertIs(Status.WARN, "host: kernel slow has run for 12 s", find("stall"));
        stalls.add(new StallReport(host, "kernel endless", StallCheck.CRITICAL_NANOS));
        assertIs(Status.CRITICAL, "kernel endless has run for 300 s, and 1 more", find("stall"));
    }

    @Test
    void issue24_memory_is_what_collections_leave_and_what_buffers_have() {
        assertIs(Status.OK, "89 % of the heap", MemoryCheck.of(89, 0));
        assertIs(Status.WARN, "90 % of the heap", MemoryCheck.of(90, 50));
        assertIs(Status.CRITICAL, "98 % of the host's memory", MemoryCheck.of(3, 98));
        add("host", Domain.State.ACTIVE, 950);
        assertIs(Status.WARN, "95 % of the host's memory", find("memory"));
    }

    @Test
    void issue24_lost_events_are_a_warning_for_a_minute() {
        EventCheck check = new EventCheck();
        assertIs(Status.OK, "no reader has missed", check.look(log, 0));
        log.lose(5);
        assertIs(Status.WARN, "missed 5 events", check.look(log, SECOND));
        assertIs(Status.WARN, "missed 5 events", check.look(log, 61 * SECOND));
        assertIs(Status.OK, "5 events, none of them lately", check.look(log, 62 * SECOND));
        log.lose(1);
        assertIs(Status.WARN, "missed 6 events", check.look(log, 63 * SECOND));
    }

    @Test
    void o5_a_plugin_that_is_not_used_is_a_warning() {
        Report used = new Report("a.jar", "a", "1.0.0", PluginHost.State.ACTIVE, "");
        Report broken = new Report("b.jar", "", "", PluginHost.State.UNUSED, "is no bundle");
        assertIs(Status.OK, "there is none", PluginCheck.look(null));
        assertIs(Status.OK, "all are used: 1", PluginCheck.look(() -> List.of(used)));
        HealthFinding odd = PluginCheck.look(() -> List.of(used, broken));
        assertIs(Status.WARN, "b.jar: is no bundle", odd);
    }
}
