package org.anabranch.conformance.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.KernelCode;
import org.anabranch.api.ProcessorMask;
import org.anabranch.spi.Backend;
import org.anabranch.spi.DeviceInfo;
import org.apache.felix.service.command.CommandSession;
import org.junit.jupiter.api.Test;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The commands beside backends that break basic rules. */
class ConformanceCommandsTest {
    private static final DeviceInfo DEVICE = DeviceInfo.plain("acme:0", 1, 1000, KernelCode.JAVA);

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    /** A backend with one device, which cannot be opened. */
    private static final class Closed implements Backend {
        @Override
        public List<DeviceInfo> probe() {
            return List.of(DEVICE);
        }

        @Override
        public Device open(DeviceInfo info, ProcessorMask mask) {
            return null;
        }
    }

    /** A backend whose search fails. */
    private static final class Blind implements Backend {
        @Override
        public List<DeviceInfo> probe() {
            throw new IllegalStateException("vendor");
        }

        @Override
        public Device open(DeviceInfo info, ProcessorMask mask) {
            throw new IllegalStateException("vendor");
        }
    }

    /** Runs the command among backends; returns the message of the error with which it ends. */
    private String conformance(List<Backend> backends, String... words) {
        Map<ServiceReference<?>, Backend> services = new LinkedHashMap<>();
        for (Backend backend : backends) {
            services.put(proxy(ServiceReference.class, (self, method, values) -> null), backend);
        }
        BundleContext context =
                proxy(
                        BundleContext.class,
                        (self, method, values) ->
                                switch (method.getName()) {
                                    case "getServiceReferences" ->
                                            values[0] == Backend.class
                                                    ? services.keySet()
                                                    : List.of();
                                    case "getService" -> services.get(values[0]);
                                    default -> null;
                                });
        PrintStream out = new PrintStream(printed, true, UTF_8);
        CommandSession session =
                proxy(
                        CommandSession.class,
                        (self, method, values) ->
                                method.getName().equals("format")
                                        ? Arrays.deepToString((Object[]) values[0])
                                        : out);
        ConformanceCommands commands = new ConformanceCommands(context);
        return assertThrows(AnabranchException.class, () -> commands.conformance(session, words))
                .getMessage();
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        InvocationHandler whole =
                (self, method, values) ->
                        switch (method.getName()) {
                            case "hashCode" -> System.identityHashCode(self);
                            case "equals" -> self == values[0];
                            default -> handler.invoke(self, method, values);
                        };
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, whole));
    }

    @Test
    void o4_aThrowingProbeLeavesTheDevicesOfOthersInTheList() {
        assertEquals(
                Blind.class.getName()
                        + ": rule 0.1 is broken; expected: probe returns descriptions; seen: probe"
                        + " threw java.lang.IllegalStateException: vendor",
                conformance(List.of(new Blind(), new Closed())));
        assertEquals("acme:0\n", printed.toString(UTF_8));
    }

    @Test
    void issue51_aThrowingProbeLeavesTheRowsOfOthersInJson() {
        conformance(List.of(new Blind(), new Closed()), "--json");
        String rows = printed.toString(UTF_8);
        assertTrue(rows.startsWith("[{") && rows.contains("device=acme:0"), rows);
    }

    @Test
    void o4_afterABrokenBasicRuleOneSentenceEndsTheReport() {
        assertEquals(
                "1 of 2 checks found a rule that is broken",
                conformance(List.of(new Blind(), new Closed()), "acme"));
        assertEquals(
                """
                acme:0  holds    rule_0_1_probe_returns_descriptions
                acme:0  broken   rule_0_2_open_returns_a_device  (rule 0.2 is broken; expected: \
                open returns a device; seen: open returned null)
                acme:0  the others are not tested, since rule 0.2, which all others need, is broken
                """,
                printed.toString(UTF_8));
    }
}
