package org.anabranch.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Finish;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelLibrary;
import org.anabranch.api.Parameter;
import org.anabranch.api.Stream;
import org.anabranch.api.UnknownDomainException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.List;
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
        anabranch = Anabranch.start();
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
    void kernelOfTheProgramRunsInAStream() {
        try (Buffer buffer = anabranch.platform().buffer(ValueLayout.JAVA_LONG, 100);
                Stream stream = anabranch.platform().host().stream()) {
            stream.run(FILL, buffer.all().out());
            stream.await();
            assertEquals(99 * 99, buffer.read().getAtIndex(ValueLayout.JAVA_LONG, 99));
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
}
