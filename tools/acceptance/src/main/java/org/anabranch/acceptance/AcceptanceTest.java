package org.anabranch.acceptance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import org.anabranch.api.Domain;
import org.anabranch.api.Monitor;
import org.anabranch.api.Platform;
import org.anabranch.spi.Backend;
import org.anabranch.spi.DeviceInfo;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.TestFactory;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceReference;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Every case, in its small size, on every set of the domains of the backends that are present in
 * the framework; for the in-framework test runner.
 */
public final class AcceptanceTest {
    private static final int MOST_LOOKS = 600;

    private final BundleContext context =
            FrameworkUtil.getBundle(AcceptanceTest.class).getBundleContext();

    /**
     * The tests: a container for each set of domains, a test in it for each case.
     *
     * @return containers named by the domains
     * @throws Exception if a backend cannot be asked
     */
    @TestFactory
    public List<DynamicContainer> everyCaseOnEverySetOfDomains() throws Exception {
        Platform platform = platform();
        return DomainSets.present(platform).stream()
                .map(selectors -> container(context, platform, selectors, false))
                .toList();
    }

    /**
     * The conditions for which hStreams has error codes: a container for each kind of domain, a
     * test in it for each condition.
     *
     * @return containers named by the kind
     * @throws Exception if a backend cannot be asked
     */
    @TestFactory
    public List<DynamicContainer> everyErrorOnEveryKindOfDomain() throws Exception {
        return errors(platform());
    }

    static List<DynamicContainer> errors(Platform platform) {
        return platform.domains().stream()
                .map(Domain::kind)
                .distinct()
                .map(kind -> errors(platform, kind))
                .toList();
    }

    private static DynamicContainer errors(Platform platform, String kind) {
        return dynamicContainer(
                kind,
                Arrays.stream(Misuse.values())
                        .map(
                                misuse ->
                                        dynamicTest(
                                                misuse.title(),
                                                () -> check(platform, kind, misuse))));
    }

    private static void check(Platform platform, String kind, Misuse misuse) {
        try (MisuseBench bench = new MisuseBench(platform, platform.domains(kind).getFirst())) {
            bench.check(misuse);
        }
    }

    private Platform platform() throws Exception {
        until(() -> context.getServiceReference(Platform.class) != null);
        Platform platform = context.getService(context.getServiceReference(Platform.class));
        int devices = awaitDevices(context, platform);
        assertTrue(devices > 0, "no backend lists a device: nothing was tested");
        return platform;
    }

    /** Waits until every device that a backend lists is a domain; returns their number. */
    static int awaitDevices(BundleContext context, Platform platform) throws Exception {
        Set<String> expected = new HashSet<>();
        for (ServiceReference<Backend> reference :
                context.getServiceReferences(Backend.class, null)) {
            context.getService(reference).probe().stream()
                    .map(DeviceInfo::id)
                    .forEach(expected::add);
        }
        until(() -> ids(platform).containsAll(expected));
        return expected.size();
    }

    /** The cases on domains that are looked for when a case runs. */
    static DynamicContainer container(
            BundleContext context, Platform platform, String selectors, boolean paper) {
        return container(
                context,
                selectors,
                () -> new Ground(platform, DomainSets.of(platform, selectors), paper));
    }

    /** The cases on what is supplied when a case runs. */
    static DynamicContainer container(BundleContext context, String name, Supplier<Ground> ground) {
        return dynamicContainer(
                name,
                Case.all(context).stream()
                        .map(
                                one ->
                                        dynamicTest(
                                                one.name(),
                                                () -> run(context, one, ground.get()))));
    }

    /** Runs a case; afterwards no device has memory of buffers. */
    private static void run(BundleContext context, Case one, Ground ground) throws Exception {
        one.program().run(ground);
        Monitor monitor = context.getService(context.getServiceReference(Monitor.class));
        until(() -> held(monitor).isEmpty());
        assertEquals(List.of(), held(monitor));
    }

    /** Devices that have memory of buffers. */
    private static List<String> held(Monitor monitor) {
        return monitor.domains().stream()
                .filter(report -> !report.domain().isHost() && report.instanceBytes() > 0)
                .map(report -> report.domain().id() + ": " + report.instanceBytes() + " bytes")
                .toList();
    }

    private static List<String> ids(Platform platform) {
        return platform.domains().stream().map(Domain::id).toList();
    }

    private static void until(BooleanSupplier condition) throws InterruptedException {
        for (int looks = 0; looks < MOST_LOOKS && !condition.getAsBoolean(); looks++) {
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }
}
