package org.anabranch.mic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.mic.card.Card;
import org.anabranch.mic.link.FrameKind;
import org.anabranch.mic.link.FrameWriter;
import org.anabranch.mic.link.Pulse;
import org.anabranch.mic.program.ProgramFiles;
import org.anabranch.spi.Completion;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Work that goes on after an allocation has failed once. */
@Timeout(60)
class FullHeapTest {
    private static final int BYTES = 10;

    @Test
    @DisplayName("issue 20: a heart that finds no memory for a beat goes on")
    void a_beat_that_throws_is_not_the_last_one() throws InterruptedException {
        CountDownLatch beats = new CountDownLatch(3);
        Pulse heart =
                new Pulse(
                        "heart",
                        1,
                        () -> {
                            beats.countDown();
                            throw new OutOfMemoryError("as planned");
                        });
        heart.start();
        beats.await();
        heart.stop();
        assertEquals(0, beats.getCount());
    }

    /** A card asks for a class once: what is not there then is not there for good. */
    @Test
    @DisplayName("issue 20: a class that finds no memory to be sent is sent later")
    void a_file_is_sent_when_there_is_memory_for_it() throws InterruptedException {
        BlockingQueue<FrameWriter> sent = new LinkedBlockingQueue<>();
        ProgramFiles files = new ProgramFiles(sent::add);
        ClassLoader scarce =
                new ClassLoader(null) {
                    private int asked;

                    @Override
                    public InputStream getResourceAsStream(String name) {
                        if (++asked < 3) {
                            throw new OutOfMemoryError("as planned");
                        }
                        return new ByteArrayInputStream(new byte[BYTES]);
                    }
                };
        files.send(1, files.number(scarce), "a file");
        files.send(2, 0, "of no loader");
        int one = sent.take().size();
        int other = sent.take().size();
        assertTrue(Math.abs(one - other) >= BYTES, one + " and " + other + " bytes");
    }

    @Test
    @DisplayName(
            "issue 20: what cannot be made once it is counted is told once, and not waited for")
    void an_operation_that_cannot_be_made_is_not_counted_for_ever() throws Exception {
        Told told = new Told();
        try (Pretender card = new Pretender()) {
            card.device
                    .operations()
                    .submit(
                            told,
                            (number, operation) -> {
                                throw new OutOfMemoryError("as planned");
                            });
            assertInstanceOf(OutOfMemoryError.class, told.fails().getCause());
            FutureTask<Void> closing =
                    new FutureTask<>(
                            () -> {
                                card.device.close();
                                return null;
                            });
            Thread.ofPlatform().daemon().start(closing);
            card.await(FrameKind.BYE); // nothing was waited for
            assertFalse(card.device.card().isLost(), "closing had to end the card");
            card.channel.close();
            closing.get();
        }
    }

    @Test
    @DisplayName("issue 20: a completion that throws costs neither the card nor what comes after")
    void a_completion_that_throws_costs_nothing() throws Exception {
        CountDownLatch thrown = new CountDownLatch(1);
        Completion hostile =
                new Completion() {
                    @Override
                    public void done() {
                        thrown.countDown();
                        throw new IllegalStateException("as planned");
                    }

                    @Override
                    public void failed(Throwable cause) {
                        done();
                    }
                };
        try (Pretender card = new Pretender()) {
            long first = card.submit(hostile);
            card.say(new FrameWriter(FrameKind.DONE).putLong(first));
            thrown.await();
            Told told = new Told();
            card.say(new FrameWriter(FrameKind.DONE).putLong(card.submit(told)));
            told.succeeds();
        }
    }

    @Test
    @Timeout(280)
    @DisplayName("issue 44: each operation of a card with a full heap ends, or the card is lost")
    void a_card_with_a_full_heap_ends_all_it_was_given(@TempDir Path folder) throws Exception {
        Path said = folder.resolve("said");
        ProcessBuilder program =
                new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        FullSinkProgram.class.getName());
        program.environment()
                .put("JDK_JAVA_OPTIONS", "-Xmx20m -XX:+UseSerialGC -XX:TieredStopAtLevel=1");
        Process process = program.redirectErrorStream(true).redirectOutput(said.toFile()).start();
        try {
            assertTrue(process.waitFor(240, TimeUnit.SECONDS), () -> "hangs: " + text(said));
            assertEquals(0, process.exitValue(), () -> text(said));
        } finally {
            process.destroyForcibly();
        }
    }

    /** A switch on types that is first reached in a full heap is spoiled for good. */
    @Test
    @DisplayName("A3: no code of a card is spoiled for good by being first reached in a full heap")
    void a3_nothing_switches_on_types() throws Exception {
        Path classes =
                Path.of(Card.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        try (Stream<Path> files = Files.walk(classes)) {
            List<Path> switching =
                    files.filter(file -> file.toString().endsWith(".class"))
                            .filter(file -> text(file).contains("runtime/SwitchBootstraps"))
                            .toList();
            assertEquals(List.of(), switching, "use instanceof, or a method of the types");
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
