package org.anabranch.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.Buffer;
import org.anabranch.api.DeadlockException;
import org.anabranch.api.Domain;
import org.anabranch.api.Finish;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelLibrary;
import org.anabranch.api.Monitor;
import org.anabranch.api.Parameter;
import org.anabranch.api.Platform;
import org.anabranch.api.Promise;
import org.anabranch.api.Stream;
import org.anabranch.api.UnknownDomainException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceEvent;
import org.osgi.framework.ServiceListener;
import org.osgi.framework.ServiceReference;

import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/** One call, then real work: the scheduler of the class path in a plain program. */
class EmbeddedSchedulerTest {
    private static final Kernel FILL =
            Kernel.of("fill", Parameter.out("a"))
                    .java(
                            (piece, arguments) -> {
                                for (long i = 0; i < arguments.columns(0); i++) {
                                    arguments
                                            .segment(0)
                                            .setAtIndex(ValueLayout.JAVA_LONG, i, i * i);
                                }
                            });
    private static Anabranch anabranch;

    @BeforeAll
    static void start() {
        anabranch =
                Anabranch.start(
                        LaunchOptions.DEFAULT.withProperty("anabranch.program", "acme-solver"));
    }

    @AfterAll
    static void stop() {
        anabranch.close();
    }

    @Test
    void tasksRun() {
        AtomicLong sum = new AtomicLong();
        try (Finish finish = anabranch.platform().finish()) {
            for (int i = 1; i <= 1000; i++) {
                int number = i;
                finish.async(() -> sum.addAndGet(number));
            }
        }
        assertEquals(500_500, sum.get());
    }

    @Test
    void r10_a_callback_that_closes_the_framework_is_refused() {
        List<DeadlockException> refused = new ArrayList<>();
        Promise<Integer> promise = anabranch.platform().promise();
        promise.onSettled(
                event ->
                        refused.add(
                                assertThrows(DeadlockException.class, () -> anabranch.close())));
        promise.complete(1);
        assertEquals(1, refused.size());
        assertTrue(refused.getFirst().getMessage().contains("framework"));
        anabranch.platform().finish().close();
    }

    @Test
    void kernelOfTheProgramRunsInAStream() {
        try (Buffer buffer = anabranch.platform().buffer(ValueLayout.JAVA_LONG, 100);
                Stream stream = anabranch.platform().host().stream()) {
            stream.run(FILL, buffer.all().out());
            stream.await();
            assertEquals(99 * 99, buffer.read().getAtIndex(ValueLayout.JAVA_LONG, 99));
        }
    }

    @Test
    void r19_messagesNameTheProgramAndNotTheFramework() {
        try (Stream _ = anabranch.platform().host().stream()) {
            String owner = anabranch.monitor().streams().getFirst().owner();
            assertEquals("acme-solver", owner);
        }
    }

    @Test
    void libraryOfTheProgramIsFoundByName() {
        KernelLibrary library = () -> List.of(FILL);
        var registration =
                anabranch.framework().registerService(KernelLibrary.class, library, null);
        assertEquals(FILL, anabranch.platform().kernel("fill").orElseThrow());
        registration.unregister();
        assertTrue(anabranch.platform().kernel("fill").isEmpty());
    }

    /** An application is activated as soon as there is a platform, within its registration. */
    @Test
    void e8_aPlatformThatComesBackKnowsTheKernelsThatAreThere() throws Exception {
        BundleContext context = anabranch.framework();
        KernelLibrary library = () -> List.of(FILL);
        var registration = context.registerService(KernelLibrary.class, library, null);
        List<Boolean> found = new CopyOnWriteArrayList<>();
        ServiceListener application =
                event -> {
                    if (event.getType() == ServiceEvent.REGISTERED) {
                        Platform platform =
                                (Platform) context.getService(event.getServiceReference());
                        found.add(platform.kernel("fill").isPresent());
                    }
                };
        context.addServiceListener(application, "(objectClass=" + Platform.class.getName() + ")");
        Bundle scheduler = bundle("org.anabranch.scheduler");
        scheduler.stop();
        scheduler.start();
        context.removeServiceListener(application);
        registration.unregister();
        assertEquals(List.of(true), found);
    }

    private static Bundle bundle(String name) {
        return Arrays.stream(anabranch.framework().getBundles())
                .filter(one -> name.equals(one.getSymbolicName()))
                .findFirst()
                .orElseThrow();
    }

    /**
     * A program that opens a stream by a domain's service owns it as if it had asked its platform.
     */
    @Test
    void e8_eachDomainIsAServiceThatComesAndGoes() throws Exception {
        BundleContext context = anabranch.framework();
        anabranch.domains("reference", Duration.ofSeconds(60));
        ServiceReference<Domain> reference = domain("(&(kind=reference)(formats=java))");
        assertEquals("reference:0", reference.getProperty("id"));
        assertTrue((long) reference.getProperty("memory") > 0);
        Domain domain = context.getService(reference);
        assertEquals(anabranch.platform().domains("reference").getFirst(), domain);
        try (Stream stream = domain.stream()) {
            assertEquals(domain, stream.domain().orElseThrow());
            assertTrue(anabranch.platform().stream(stream.id()).isPresent());
        }
        Bundle backend = bundle("org.anabranch.reference");
        CountDownLatch gone = told(ServiceEvent.UNREGISTERING, "(id=reference:0)");
        CountDownLatch back = told(ServiceEvent.REGISTERED, "(id=reference:0)");
        backend.stop();
        gone.await();
        assertEquals(1, context.getServiceReferences(Domain.class, "(id=host)").size());
        backend.start();
        assertEquals(1, anabranch.domains("reference", Duration.ofSeconds(60)).size());
        back.await();
    }

    private static CountDownLatch told(int type, String filter) throws Exception {
        CountDownLatch told = new CountDownLatch(1);
        anabranch
                .framework()
                .addServiceListener(
                        event -> {
                            if (event.getType() == type) {
                                told.countDown();
                            }
                        },
                        filter);
        return told;
    }

    private static ServiceReference<Domain> domain(String filter) throws Exception {
        CountDownLatch come = told(ServiceEvent.REGISTERED, filter);
        if (anabranch.framework().getServiceReferences(Domain.class, filter).isEmpty()) {
            come.await();
        }
        return anabranch.framework().getServiceReferences(Domain.class, filter).iterator().next();
    }

    @Test
    void domainsAreSeenAndAwaited() {
        for (String id : List.of("host", "reference:0")) {
            List<Domain> found = anabranch.domains(id, Duration.ofSeconds(60));
            assertEquals(List.of(id), found.stream().map(Domain::id).toList());
        }
        assertEquals("host", anabranch.monitor().domains().getFirst().domain().id());
        assertThrows(
                UnknownDomainException.class,
                () -> anabranch.domains("nowhere:0", Duration.ofMillis(1)));
    }

    @Test
    void c14_whatIsAModelIsADomainOnlyWhenNamed() {
        try (Anabranch bare = Anabranch.start()) {
            assertEquals(
                    List.of(),
                    bare.monitor().backends().stream()
                            .filter(EmbeddedSchedulerTest::isReference)
                            .toList());
            assertEquals(1, bare.domains("reference", Duration.ofSeconds(60)).size());
            assertEquals(
                    1,
                    bare.monitor().backends().stream()
                            .filter(EmbeddedSchedulerTest::isReference)
                            .count());
        }
    }

    private static boolean isReference(Monitor.BackendReport backend) {
        return backend.name().contains("reference");
    }

    @Test
    void c14_e1_settingsComeWithTheOptions() {
        LaunchOptions options =
                LaunchOptions.DEFAULT
                        .withProperty("anabranch.scheduler.workers", "3")
                        .withProperty("anabranch.reference.devices", "2")
                        .withProperty("anabranch.reference.lanes", "5");
        try (Anabranch set = Anabranch.start(options)) {
            assertEquals(3, set.monitor().workers().size());
            List<Domain> two = set.domains("reference", Duration.ofSeconds(60));
            assertEquals(2, two.size());
            assertEquals(5, two.getFirst().processors().count());
        }
    }
}
