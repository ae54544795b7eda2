package org.anabranch.mic.bench;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.anabranch.api.Kernel;
import org.anabranch.api.Parameter;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;

/** Writes the figures of the link to a file: {@code LinkReport FILE}. */
public final class LinkReport {
    private static final Kernel EMPTY =
            Kernel.of("empty", Parameter.inOut("data")).java((piece, arguments) -> {});
    private static final Kernel WORK =
            Kernel.of("work", Parameter.inOut("data"))
                    .java(
                            (piece, arguments) -> {
                                double sum = 0;
                                for (long i = piece.low0(); i < piece.high0(); i++) {
                                    sum += Math.sqrt(i + sum);
                                }
                                arguments.segment(0).set(JAVA_DOUBLE, 0, sum);
                            });

    /** The sides take turns, since the machine is not the same from one moment to the next. */
    private static final int ROUNDS = 3;

    private final StringBuilder report = new StringBuilder();

    private LinkReport() {}

    /**
     * Measures.
     *
     * @param arguments the file to write
     * @throws Exception if a card fails
     */
    public static void main(String[] arguments) throws Exception {
        LinkReport link = new LinkReport();
        link.roundTrips();
        link.transfers();
        link.inARow();
        link.pool(true);
        link.pool(false);
        link.unequalCards();
        Files.writeString(Path.of(arguments[0]), link.report);
    }

    /** A measured step. */
    private interface Step {
        /** {@return when it had ended, by the clock of {@link System#nanoTime}} */
        long run() throws Exception;
    }

    /** Median of the times in microseconds. */
    private static double median(int times, Step step) throws Exception {
        double[] micros = new double[times];
        for (int i = 0; i < times; i++) {
            long begin = System.nanoTime();
            micros[i] = (step.run() - begin) / 1000.0;
        }
        Arrays.sort(micros);
        return micros[times / 2];
    }

    private void line(String format, Object... values) {
        report.append(format.formatted(values)).append('\n');
    }

    private void roundTrips() throws Exception {
        try (BareProcess bare = new BareProcess();
                OpenCard card = new OpenCard(Map.of(), 0)) {
            long memory = card.allocate(8);
            long empty = card.load(EMPTY);
            Step kernel = () -> card.run(EMPTY, empty, memory, 1).join();
            Step trips =
                    () -> {
                        bare.trip();
                        return System.nanoTime();
                    };
            median(20_000, trips);
            median(20_000, kernel);
            double trip = median(20_000, trips);
            double run = median(20_000, kernel);
            line("raw socket round trip   %8.1f us", trip);
            line("empty remote kernel     %8.1f us   %.2f round trips", run, run / trip);
        }
    }

    private void transfers() throws Exception {
        line("");
        line("Microseconds; in %%: over the same between two bare processes.");
        line("                copies   bare processes        card              over copies");
        line("      bytes  one thread    write    read    write    read        write    read");
        try (Arena arena = Arena.ofShared();
                BareProcess bare = new BareProcess();
                OpenCard card = new OpenCard(Map.of(), 0)) {
            for (long bytes = 1 << 10; bytes <= BareProcess.MOST; bytes *= 4) {
                transfer(card, bare, arena.allocate(bytes, 4096), arena.allocate(bytes, 4096));
            }
        }
    }

    private void transfer(OpenCard card, BareProcess bare, MemorySegment host, MemorySegment memory)
            throws Exception {
        long bytes = host.byteSize();
        int times = Math.clamp((1 << 28) / bytes, 30, 3000);
        long handle = card.allocate(bytes);
        double copies = Double.MAX_VALUE;
        double[] bareTimes = {Double.MAX_VALUE, Double.MAX_VALUE};
        double[] cardTimes = {Double.MAX_VALUE, Double.MAX_VALUE};
        for (int round = 0; round < ROUNDS; round++) {
            for (long piece = 1 << 18; piece <= 1 << 20; piece *= 4) {
                long part = piece;
                int slots = (int) ((4 << 20) / piece);
                copies = best(copies, times, () -> copyThrough(bare.window(), host, memory, part));
                bareTimes[0] = best(bareTimes[0], times, () -> bareWrite(bare, host, part, slots));
                bareTimes[1] = best(bareTimes[1], times, () -> bareRead(bare, host, part, slots));
                cardTimes[0] = best(cardTimes[0], times, () -> card.write(host, handle));
                cardTimes[1] = best(cardTimes[1], times, () -> card.read(handle, host));
            }
        }
        card.release(handle);
        line(
                "%11d %11.1f %8.1f %7.1f %8.1f %7.1f %+4.0f %+4.0f %% %+8.1f %+7.1f",
                bytes,
                copies,
                bareTimes[0],
                bareTimes[1],
                cardTimes[0],
                cardTimes[1],
                100 * (cardTimes[0] / bareTimes[0] - 1),
                100 * (cardTimes[1] / bareTimes[1] - 1),
                cardTimes[0] - copies,
                cardTimes[1] - copies);
    }

    /** As io_perf of hStreams: many in one stream, before the host waits. */
    private void inARow() throws Exception {
        line("");
        line("Many in a row, microseconds each.");
        line("                    one thread        card      over copies");
        line("      bytes  number   copies    write    read    write    read");
        try (Arena arena = Arena.ofShared();
                BareProcess bare = new BareProcess();
                OpenCard card = new OpenCard(Map.of(), 0)) {
            for (long bytes = 1 << 10; bytes <= BareProcess.MOST; bytes *= 4) {
                MemorySegment host = arena.allocate(bytes, 4096);
                MemorySegment memory = arena.allocate(bytes, 4096);
                inARow(card, bare.window(), host, memory);
            }
        }
    }

    private void inARow(
            OpenCard card, MemorySegment window, MemorySegment host, MemorySegment memory)
            throws Exception {
        long bytes = host.byteSize();
        int number = Math.clamp((64 << 20) / bytes, 4, 64);
        int times = Math.clamp((1L << 31) / bytes / number, 15, 300);
        long handle = card.allocate(bytes);
        double copies = Double.MAX_VALUE;
        double write = Double.MAX_VALUE;
        double read = Double.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            copies = best(copies, times, repeated(number, () -> copied(window, host, memory)));
            write = best(write, times, repeated(number, () -> card.startWrite(host, handle)));
            read = best(read, times, repeated(number, () -> card.startRead(handle, host)));
        }
        card.release(handle);
        line(
                "%11d %7d %8.1f %8.1f %7.1f %s %s",
                bytes,
                number,
                copies / number,
                write / number,
                read / number,
                over(write / number, copies / number),
                over(read / number, copies / number));
    }

    private static OpenCard.End copied(
            MemorySegment window, MemorySegment host, MemorySegment memory) {
        copyThrough(window, host, memory, 1 << 18);
        return null;
    }

    /** Microseconds where they count, else percent. */
    private static String over(double time, double raw) {
        return raw < 20
                ? "%+6.1f us".formatted(time - raw)
                : "%+7.0f %%".formatted(100 * (time / raw - 1));
    }

    /** Starts an operation; returns its end, or null if it has ended already. */
    private interface Start {
        OpenCard.End begin();
    }

    private static Step repeated(int number, Start start) {
        return () -> {
            OpenCard.End last = null;
            for (int i = 0; i < number; i++) {
                last = start.begin();
            }
            return last == null ? System.nanoTime() : last.join();
        };
    }

    /** The least median of several rounds, each of which follows one that does not count. */
    private static double best(double before, int times, Step step) throws Exception {
        median(times, step);
        return Math.min(before, median(times, step));
    }

    private static long bareWrite(BareProcess bare, MemorySegment host, long piece, int slots)
            throws IOException {
        bare.write(host, piece, slots);
        return System.nanoTime();
    }

    private static long bareRead(BareProcess bare, MemorySegment host, long piece, int slots)
            throws IOException {
        bare.read(host, piece, slots);
        return System.nanoTime();
    }

    /** Into the window and out again, by one thread, in pieces. */
    private static long copyThrough(
            MemorySegment window, MemorySegment host, MemorySegment memory, long most) {
        long bytes = host.byteSize();
        for (long at = 0; at < bytes; at += most) {
            long piece = Math.min(most, bytes - at);
            long slot = at % window.byteSize();
            MemorySegment.copy(host, at, window, slot, piece);
            MemorySegment.copy(window, slot, memory, at, piece);
        }
        return System.nanoTime();
    }

    private void pool(boolean pool) throws Exception {
        try (Arena arena = Arena.ofShared();
                OpenCard card = new OpenCard(Map.of("pool", pool), 0)) {
            line("");
            for (long bytes = 2 << 20; bytes <= 32 << 20; bytes *= 4) {
                MemorySegment data = arena.allocate(bytes, 4096);
                Step cycle =
                        () -> {
                            long handle = card.allocate(data.byteSize());
                            long end = card.write(data, handle);
                            card.release(handle);
                            return end;
                        };
                median(50, cycle);
                line(
                        "pool %-3s  allocate, write, release %8d bytes  %8.1f us",
                        pool ? "on" : "off", bytes, median(100, cycle));
            }
        }
    }

    /** Two cards of one worker each, one of them at a quarter of the speed. */
    private void unequalCards() throws Exception {
        long indices = 40_000_000;
        try (OpenCard fast = new OpenCard(Map.of(), 60);
                OpenCard slow = new OpenCard(Map.of("speed", 25), 60)) {
            Step even = () -> split(fast, slow, indices / 2, indices / 2);
            Step weighted = () -> split(fast, slow, indices * 4 / 5, indices / 5);
            median(3, even);
            median(3, weighted);
            double evenTime = median(7, even);
            double weightedTime = median(7, weighted);
            line("");
            line(
                    "a loop over cards of speed 1 and 1/4: split evenly %.0f ms, by weight %.0f ms,"
                            + " %.2f times as fast",
                    evenTime / 1000, weightedTime / 1000, evenTime / weightedTime);
        }
    }

    private static long split(OpenCard one, OpenCard other, long oneShare, long otherShare)
            throws Exception {
        long first = one.load(WORK);
        long second = other.load(WORK);
        long oneMemory = one.allocate(8);
        long otherMemory = other.allocate(8);
        var oneEnd = one.run(WORK, first, oneMemory, oneShare);
        other.run(WORK, second, otherMemory, otherShare).join();
        oneEnd.join();
        one.release(oneMemory);
        other.release(otherMemory);
        one.release(first);
        other.release(second);
        return System.nanoTime();
    }
}
