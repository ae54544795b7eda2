package org.anabranch.console;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.apache.felix.hc.api.HealthCheck;
import org.apache.felix.hc.api.Result;
import org.apache.felix.hc.api.execution.HealthCheckExecutionResult;
import org.apache.felix.hc.api.execution.HealthCheckExecutor;
import org.apache.felix.hc.api.execution.HealthCheckMetadata;
import org.junit.jupiter.api.Test;
import org.osgi.framework.ServiceReference;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;

/** Issue 24: health checks of others on the page. */
class HealthServicesTest {

    private static HealthCheckMetadata named(String name) {
        ServiceReference<?> reference =
                (ServiceReference<?>)
                        Proxy.newProxyInstance(
                                HealthServicesTest.class.getClassLoader(),
                                new Class<?>[] {ServiceReference.class},
                                (proxy, method, arguments) ->
                                        switch (String.valueOf(
                                                arguments == null ? "" : arguments[0])) {
                                            case HealthCheck.NAME -> name;
                                            case "service.id" -> 1L;
                                            default -> null;
                                        });
        return new HealthCheckMetadata(reference);
    }

    @Test
    void issue24_checksOfTheExecutorAreRows() {
        HealthCheckExecutionResult result =
                (HealthCheckExecutionResult)
                        Proxy.newProxyInstance(
                                HealthServicesTest.class.getClassLoader(),
                                new Class<?>[] {HealthCheckExecutionResult.class},
                                (proxy, method, arguments) ->
                                        switch (method.getName()) {
                                            case "getHealthCheckMetadata" -> named("domains");
                                            case "getHealthCheckResult" ->
                                                    new Result(
                                                            Result.Status.CRITICAL,
                                                            "mic:0 is lost");
                                            default -> throw new AssertionError(method);
                                        });
        HealthCheckExecutor executor =
                (HealthCheckExecutor)
                        Proxy.newProxyInstance(
                                HealthServicesTest.class.getClassLoader(),
                                new Class<?>[] {HealthCheckExecutor.class},
                                (proxy, method, arguments) -> List.of(result));
        assertEquals(
                List.of(
                        Map.of(
                                "name",
                                "domains",
                                "status",
                                Result.Status.CRITICAL,
                                "text",
                                "mic:0 is lost")),
                HealthServices.rows(executor));
    }
}
