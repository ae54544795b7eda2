package org.anabranch.conformance;

import static org.junit.jupiter.api.Assertions.assertFalse;

import org.anabranch.spi.Backend;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The conformance test for the in-framework test runner: every rule on every device of every
 * backend in the framework.
 */
public final class BackendConformanceTest {
    private final BundleContext context =
            FrameworkUtil.getBundle(BackendConformanceTest.class).getBundleContext();

    /**
     * Returns the tests: a container for each device, with a test for each rule. Fails if there is
     * no device, since nothing would be tested.
     *
     * @return containers named by device
     * @throws Exception if services cannot be queried
     */
    @TestFactory
    public List<DynamicNode> everyRuleOnEveryDevice() throws Exception {
        List<DynamicNode> nodes = new ArrayList<>();
        for (ServiceReference<Backend> reference : backends()) {
            nodes.addAll(
                    Conformance.nodes(
                            context.getService(reference),
                            kind -> ServiceDeclaration.of(context, reference, kind),
                            Subject.LEAST));
        }
        assertFalse(nodes.isEmpty(), "no backend lists a device: nothing was tested");
        return nodes;
    }

    private Collection<ServiceReference<Backend>> backends()
            throws InvalidSyntaxException, InterruptedException {
        boolean _ =
                Waiting.comes(
                        Duration.ofSeconds(10),
                        () -> context.getServiceReference(Backend.class) != null);
        return context.getServiceReferences(Backend.class, null);
    }
}
