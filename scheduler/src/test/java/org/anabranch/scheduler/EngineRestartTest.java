package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.ComponentConstants;
import org.osgi.service.component.ComponentContext;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** What changes the workers restarts the engine, in a framework of which there is only a shadow. */
@Timeout(60)
class EngineRestartTest {
    private final LinkedBlockingQueue<String> done = new LinkedBlockingQueue<>();
    private final AtomicReference<EngineComponent> component = new AtomicReference<>();

    private static <T> T shadow(Class<T> type, InvocationHandler handler) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    /** Services of which one cannot be withdrawn, as if the framework ended at the same time. */
    private static Object registration(Object proxy, java.lang.reflect.Method method, Object[] of) {
        if (method.getName().equals("unregister")) {
            throw new IllegalStateException("planned");
        }
        return null;
    }

    private Object inFramework(Object proxy, java.lang.reflect.Method method, Object[] arguments) {
        return method.getName().equals("registerService")
                ? shadow(ServiceRegistration.class, EngineRestartTest::registration)
                : null;
    }

    /** Disabling stops the component, and DS says in its log what that throws. */
    private Object inComponent(Object proxy, java.lang.reflect.Method method, Object[] arguments) {
        if (method.getName().equals("disableComponent")) {
            assertThrows(IllegalStateException.class, () -> component.get().stop());
        }
        done.add(method.getName());
        return null;
    }

    @Test
    @DisplayName("C14: an engine that fails to end is followed by another one")
    void c14_an_engine_that_fails_to_end_is_followed_by_another_one() throws Exception {
        BundleContext context = shadow(BundleContext.class, this::inFramework);
        component.set(new EngineComponent(context, Map.of("workers", 2), null));
        component
                .get()
                .change(
                        shadow(ComponentContext.class, this::inComponent),
                        Map.of("workers", 3, ComponentConstants.COMPONENT_NAME, "engine"));
        assertEquals("disableComponent", done.poll(30, TimeUnit.SECONDS));
        assertEquals("enableComponent", done.poll(30, TimeUnit.SECONDS));
        assertTrue(done.isEmpty());
    }
}
