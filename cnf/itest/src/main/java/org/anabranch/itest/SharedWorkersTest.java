package org.anabranch.itest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.anabranch.api.Platform;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.test.common.annotation.InjectBundleContext;
import org.osgi.test.junit5.context.BundleContextExtension;

import java.io.ByteArrayInputStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Two bundles share the workers, and one of them has endless tasks. */
@Timeout(120)
@ExtendWith(BundleContextExtension.class)
public class SharedWorkersTest {
    private static final String ENDLESS = "itest.endless";
    private static final String JOB = "itest.job";
    private static final int SCOPES = 20;

    private final CountDownLatch over = new CountDownLatch(1);

    @InjectBundleContext BundleContext context;
    private Bundle hog;
    private Bundle job;

    @BeforeEach
    void install() throws Exception {
        Services.await(context, Platform.class.getName());
        hog = start(ENDLESS);
        job = start(JOB);
    }

    @AfterEach
    void uninstall() throws BundleException {
        over.countDown();
        if (hog.getState() != Bundle.UNINSTALLED) {
            hog.uninstall();
        }
        job.uninstall();
    }

    private Bundle start(String name) throws Exception {
        byte[] jar = ActivatorJar.of(name, SharingProgram.class);
        Bundle bundle = context.installBundle("itest:" + name, new ByteArrayInputStream(jar));
        bundle.start();
        return bundle;
    }

    private <T> T service(Class<T> type, String name) throws InvalidSyntaxException {
        return context.getService(
                context.getServiceReferences(type, "(itest=" + name + ")").iterator().next());
    }

    private int workers() {
        Platform platform = context.getService(context.getServiceReference(Platform.class));
        return platform.host().processors().processors().length;
    }

    @Test
    @SuppressWarnings("unchecked")
    void r14_aJobEndsBesideABundleOfEndlessTasksAndHasAllWorkersAfterIt() throws Exception {
        BiConsumer<CountDownLatch, CountDownLatch> endless = service(BiConsumer.class, ENDLESS);
        Consumer<CountDownLatch> together = service(Consumer.class, JOB);
        int workers = workers();
        CountDownLatch begun = new CountDownLatch(workers);
        endless.accept(begun, over);
        begun.await();
        for (int scope = 0; scope < SCOPES; scope++) {
            together.accept(new CountDownLatch(Math.max(1, workers / 2)));
        }
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread remover = Thread.ofPlatform().start(() -> remove(failure));
        together.accept(new CountDownLatch(workers));
        assertEquals(1, over.getCount(), "code of the removed bundle still runs");
        over.countDown();
        remover.join();
        assertEquals(null, failure.get());
        together.accept(new CountDownLatch(workers));
    }

    private void remove(AtomicReference<Throwable> failure) {
        try {
            hog.uninstall();
        } catch (BundleException | RuntimeException thrown) {
            failure.set(thrown);
        }
    }
}
