package org.anabranch.console;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Issue 51: health checks that a request asks for, while no client is connected. */
class HealthPollerTest {
    private static final long LONG_MILLIS = 60_000;

    private static <T> T fake(Class<T> type, Map<String, Supplier<Object>> methods) {
        return type.cast(
                Proxy.newProxyInstance(
                        HealthPollerTest.class.getClassLoader(),
                        new Class<?>[] {type},
                        (proxy, method, arguments) ->
                                methods.getOrDefault(method.getName(), () -> null).get()));
    }

    /** A framework with the checks of the bundle health, which are the given ones. */
    private static BundleContext context(Supplier<List<Map<String, Object>>> checks) {
        ServiceReference<?> reference = fake(ServiceReference.class, Map.of());
        return fake(
                BundleContext.class,
                Map.of(
                        "getServiceReferences",
                        () -> List.of(reference),
                        "getService",
                        () -> checks,
                        "ungetService",
                        () -> true));
    }

    private static List<Map<String, Object>> found(int number) {
        return List.of(
                Map.of("name", "a", "status", "OK", "sentence", "run " + number, "advice", ""));
    }

    @Test
    void issue51_eachRequestHasChecksThatBeganAfterIt() {
        AtomicInteger runs = new AtomicInteger();
        HealthPoller poller =
                new HealthPoller(
                        context(() -> found(runs.incrementAndGet())), () -> false, LONG_MILLIS);
        poller.start();
        assertEquals("run 1.", poller.ask().getFirst().get("text"));
        assertEquals("run 2.", poller.ask().getFirst().get("text"));
        poller.stop();
    }

    @Test
    void issue51_checkThatHangsIsNoAnswer() {
        CountDownLatch released = new CountDownLatch(1);
        HealthPoller poller =
                new HealthPoller(
                        context(
                                () -> {
                                    try {
                                        released.await();
                                    } catch (InterruptedException end) {
                                        Thread.currentThread().interrupt();
                                    }
                                    return found(1);
                                }),
                        () -> false,
                        1);
        poller.start();
        assertEquals(List.of(), poller.ask());
        released.countDown();
        poller.stop();
    }

    @Test
    void issue51_stopAnswersRequestsThatWait() throws InterruptedException {
        CountDownLatch looks = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        HealthPoller poller =
                new HealthPoller(
                        context(
                                () -> {
                                    looks.countDown();
                                    try {
                                        never.await();
                                    } catch (InterruptedException end) {
                                        Thread.currentThread().interrupt();
                                        throw new IllegalStateException(end);
                                    }
                                    return found(1);
                                }),
                        () -> false,
                        LONG_MILLIS);
        poller.start();
        Thread stopper =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    try {
                                        looks.await();
                                    } catch (InterruptedException end) {
                                        Thread.currentThread().interrupt();
                                    }
                                    poller.stop();
                                });
        assertEquals(List.of(), poller.ask());
        stopper.join();
    }
}
