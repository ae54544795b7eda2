package org.anabranch.itest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkEvent;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.wiring.FrameworkWiring;
import org.osgi.test.common.annotation.InjectBundleContext;
import org.osgi.test.junit5.context.BundleContextExtension;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.ToIntFunction;

/** The bundle of the shell is refreshed while the shell runs a line. */
@ExtendWith(BundleContextExtension.class)
public class RefreshedShellTest {
    private static final String ENTRY = "(anabranch.entry=shell)";
    private static final int NEXT = Integer.MIN_VALUE;

    @InjectBundleContext BundleContext context;

    /** A command that lasts until the refresh is over. */
    public static final class Gate {
        private final CountDownLatch entered = new CountDownLatch(1);
        private final CountDownLatch open = new CountDownLatch(1);

        public void gate() throws InterruptedException {
            entered.countDown();
            assertTrue(open.await(60, TimeUnit.SECONDS));
        }
    }

    @Test
    void r20_theNextShellRunsTheRestOfTheLine() throws Exception {
        Gate gate = new Gate();
        Hashtable<String, Object> properties = new Hashtable<>();
        properties.put("osgi.command.scope", "itest");
        properties.put("osgi.command.function", "gate");
        var registration = context.registerService(Object.class, gate, properties);
        try {
            Map<String, Object> talk = new HashMap<>();
            talk.put("words", new String[] {"-c", "x = 5; itest:gate; exit $x"});
            ToIntFunction<Map<String, Object>> first = shell();
            CompletableFuture<Integer> status =
                    CompletableFuture.supplyAsync(() -> first.applyAsInt(talk));
            assertTrue(gate.entered.await(60, TimeUnit.SECONDS));
            refresh();
            gate.open.countDown();
            assertEquals(NEXT, status.get(120, TimeUnit.SECONDS));
            assertEquals(5, shell().applyAsInt(talk));
        } finally {
            registration.unregister();
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private ToIntFunction<Map<String, Object>> shell() throws Exception {
        for (int i = 0; i < 6000; i++) {
            var found = context.getServiceReferences(ToIntFunction.class, ENTRY);
            for (ServiceReference<ToIntFunction> reference : found) {
                return context.getService(reference);
            }
            Thread.sleep(10);
        }
        throw new AssertionError("no shell");
    }

    private void refresh() throws Exception {
        Bundle shell =
                Arrays.stream(context.getBundles())
                        .filter(one -> one.getSymbolicName().equals("org.anabranch.shell"))
                        .findFirst()
                        .orElseThrow();
        CountDownLatch refreshed = new CountDownLatch(1);
        context.getBundle(0)
                .adapt(FrameworkWiring.class)
                .refreshBundles(
                        List.of(shell),
                        event -> {
                            if (event.getType() == FrameworkEvent.PACKAGES_REFRESHED) {
                                refreshed.countDown();
                            }
                        });
        assertTrue(refreshed.await(60, TimeUnit.SECONDS));
    }
}
