package org.anabranch.shell.domains;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.spi.support.Patience;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;

import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

class StartupPatienceTest {
    private static final long HOUR = TimeUnit.HOURS.toNanos(1);
    private static final Duration LONG = Duration.ofMinutes(1);
    @TempDir private Path plugins;
    private int backends;
    private String installed = "";

    @Test
    void nothingThatMayComeIsNotWaitedFor() throws InterruptedException {
        assertFalse(young(0).wait(false));
    }

    @Test
    void domainThatIsBeingOpenedIsWaitedForAtAnyAge() throws InterruptedException {
        assertTrue(young(0).wait(true));
        assertTrue(old().wait(true));
    }

    @Test
    void backendWithoutADeviceYetIsWaitedForWhileYoung() throws InterruptedException {
        backends = 2;
        assertTrue(young(1).wait(false));
        assertFalse(young(2).wait(false));
        assertFalse(old().wait(false));
    }

    @Test
    void pluginThatIsNotActiveYetIsWaitedForWhileYoung() throws Exception {
        Path jar = Files.createFile(plugins.resolve("a b.jar"));
        assertTrue(young(0).wait(false));
        assertFalse(old().wait(false));
        installed = jar.toUri().toString();
        assertFalse(young(0).wait(false));
    }

    private Patience young(long kinds) {
        return new StartupPatience(context(), () -> kinds, System.nanoTime() + HOUR, LONG);
    }

    private Patience old() {
        return new StartupPatience(context(), () -> 0, System.nanoTime() - HOUR, LONG);
    }

    private BundleContext context() {
        return proxy(
                BundleContext.class,
                method ->
                        switch (method) {
                            case "getAllServiceReferences" ->
                                    backends == 0 ? null : new ServiceReference<?>[backends];
                            case "getProperty" -> "nowhere-at-all," + plugins;
                            case "getBundles" -> new Bundle[] {bundle()};
                            default -> throw new UnsupportedOperationException(method);
                        });
    }

    private Bundle bundle() {
        return proxy(
                Bundle.class,
                method ->
                        switch (method) {
                            case "getState" -> Bundle.ACTIVE;
                            case "getLocation" -> installed;
                            default -> throw new UnsupportedOperationException(method);
                        });
    }

    private interface Answers {
        Object to(String method);
    }

    private static <T> T proxy(Class<T> type, Answers answers) {
        return type.cast(
                Proxy.newProxyInstance(
                        type.getClassLoader(),
                        new Class<?>[] {type},
                        (proxy, method, arguments) -> answers.to(method.getName())));
    }
}
