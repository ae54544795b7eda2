package org.anabranch.mic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.Kernel;
import org.anabranch.api.Parameter;
import org.anabranch.mic.link.SocketWire;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** A program may interrupt its threads whenever it likes. */
@Timeout(300)
class InterruptTest {
    private static final int INTERRUPTS = Boolean.getBoolean("anabranch.nightly") ? 20_000 : 3000;

    /** Interrupts a thread so often at any moment, each time once it has noticed the last. */
    private static void interrupt(Thread victim, AtomicInteger seen) {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 1; i <= INTERRUPTS && victim.isAlive(); i++) {
            long until = System.nanoTime() + random.nextInt(20_000);
            while (System.nanoTime() < until) {
                Thread.onSpinWait();
            }
            victim.interrupt();
            while (victim.isAlive() && seen.get() < i) {
                Thread.onSpinWait();
            }
        }
    }

    /** Repeats a step until it has been interrupted so often. */
    private static Thread victim(AtomicInteger seen, Runnable step) {
        return Thread.ofPlatform()
                .start(
                        () -> {
                            while (seen.get() < INTERRUPTS) {
                                step.run();
                                if (Thread.interrupted()) {
                                    seen.incrementAndGet();
                                }
                            }
                        });
    }

    @Test
    void aThreadInterruptedWhileItSubmitsKeepsTheCardAndItsInterrupt() throws Exception {
        try (Rig rig = new Rig(Map.of())) {
            long process = rig.pid();
            MemorySegment data = Rig.host(100, 5);
            long handle = rig.allocate(100);
            AtomicInteger seen = new AtomicInteger();
            List<Told> all = new ArrayList<>();
            Thread victim =
                    victim(
                            seen,
                            () -> {
                                all.add(rig.write(0, data, handle));
                                if (all.size() % 100 == 0) {
                                    all.removeFirst().join();
                                }
                            });
            interrupt(victim, seen);
            victim.join();
            assertEquals(INTERRUPTS, seen.get(), "an interrupt was swallowed");
            for (Told told : all) {
                told.succeeds();
            }
            assertEquals(process, rig.pid());
            assertTrue(rig.process().isAlive());
            assertEquals(1, rig.result(Rig.ADD, 1, 1L)[0]);
            assertTrue(rig.backend.report().getFirst().contains("generation 1,"));
        }
    }

    @Test
    void aThreadInterruptedWhileItWaitsForRoomKeepsTheLink() throws Exception {
        Path socket = Files.createTempDirectory("interrupt").resolve("socket");
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(socket));
            AtomicInteger seen = new AtomicInteger();
            AtomicInteger sent = new AtomicInteger();
            CompletableFuture<Long> count;
            try (SocketWire sender = SocketWire.connect(socket)) {
                SocketChannel receiver = server.accept();
                count = CompletableFuture.supplyAsync(() -> slowly(receiver));
                Thread victim = victim(seen, () -> write(sender, sent));
                interrupt(victim, seen);
                victim.join();
            }
            assertEquals(INTERRUPTS, seen.get(), "an interrupt was swallowed");
            assertEquals(sent.get() * (long) PIECE, count.get());
        }
        Files.delete(socket);
        Files.delete(socket.getParent());
    }

    /** Interrupts its worker once that waits for more, or for the time that it is slowed down. */
    private static final Kernel INTERRUPT =
            Kernel.of("interrupt", Parameter.inOut("data"))
                    .java(
                            (piece, arguments) -> {
                                Thread worker = Thread.currentThread();
                                Thread.ofPlatform().daemon().start(() -> interruptIdle(worker));
                            });

    private static void interruptIdle(Thread worker) {
        while (worker.getState() == Thread.State.RUNNABLE) {
            Thread.onSpinWait();
        }
        worker.interrupt();
    }

    @Test
    @Timeout(60)
    @DisplayName("issue 44: no worker of a card ends because a kernel interrupts it later")
    void aKernelThatInterruptsItsWorkerLaterCostsNoWorker() throws Exception {
        for (int speed : new int[] {50, 99}) {
            try (Rig rig = new Rig(Map.of("cores", 4, "speed", speed))) {
                for (int i = 0; i < 20; i++) {
                    rig.result(INTERRUPT, 1);
                }
                assertEquals(1, rig.result(Rig.ADD, 1, 1L)[0]);
            }
        }
    }

    private static final int PIECE = 100_000;

    private static void write(SocketWire wire, AtomicInteger sent) {
        try {
            wire.write(ByteBuffer.allocate(PIECE));
            sent.incrementAndGet();
        } catch (IOException closed) {
            throw new AssertionError(closed);
        }
    }

    private static long slowly(SocketChannel receiver) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(10_000);
        long count = 0;
        try (receiver) {
            for (int bytes = 0; bytes >= 0; bytes = receiver.read(buffer.clear())) {
                count += bytes;
            }
            return count;
        } catch (IOException broken) {
            throw new AssertionError(broken);
        }
    }
}
