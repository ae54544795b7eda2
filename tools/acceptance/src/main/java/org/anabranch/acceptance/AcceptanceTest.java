package org.anabranch.acceptance;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import org.anabranch.api.Domain;
import org.anabranch.api.Platform;
import org.anabranch.spi.Backend;
import org.anabranch.spi.DeviceInfo;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.TestFactory;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceReference;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Every case on every set of the domains of the backends that are present in the framework; for the
 * in-framework test runner.
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
        until(() -> context.getServiceReference(Platform.class) != null);
        Platform platform = context.getService(context.getServiceReference(Platform.class));
        Set<String> expected = new HashSet<>();
        for (ServiceReference<Backend> reference :
                context.getServiceReferences(Backend.class, null)) {
            context.getService(reference).probe().stream()
                    .map(DeviceInfo::id)
                    .forEach(expected::add);
        }
        until(() -> ids(platform).containsAll(expected));
        assertFalse(expected.isEmpty(), "no backend lists a device: nothing was tested");
        return DomainSets.present(platform).stream()
                .map(selectors -> container(platform, selectors))
                .toList();
    }

    /** The cases on domains that are looked for when a case runs. */
    static DynamicContainer container(Platform platform, String selectors) {
        return container(platform, selectors, () -> DomainSets.of(platform, selectors));
    }

    /** The cases on the domains that are supplied when a case runs. */
    static DynamicContainer container(
            Platform platform, String name, Supplier<List<Domain>> domains) {
        boolean paper = Boolean.getBoolean("anabranch.nightly");
        return dynamicContainer(
                name,
                Case.all().stream()
                        .map(
                                one ->
                                        dynamicTest(
                                                one.name(),
                                                () ->
                                                        one.program()
                                                                .run(
                                                                        new Ground(
                                                                                platform,
                                                                                domains.get(),
                                                                                paper)))));
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
