package org.anabranch.benchmarks.io;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Event;
import org.anabranch.api.Kernel;
import org.anabranch.api.Parameter;
import org.anabranch.api.Platform;
import org.anabranch.api.SourceCode;
import org.anabranch.api.Stream;
import org.anabranch.benchmarks.Spread;
import org.anabranch.launch.Anabranch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The io curve of hStreams (AC-9): transfers of 1 KiB to 64 MiB over 1 and 4 streams in both
 * directions, from enqueue to completion, compared with the same copies on the bare device, each
 * the median of many. Prints a Markdown table.
 */
record IoCurve(Platform platform, Domain domain, BareDevice bare) {
    private static final int KIB = 1024;
    private static final int MOST = 64 * KIB * KIB;
    private static final long BYTES_PER_ROW = 1L << 28;

    private static final Kernel FILL =
            Kernel.of("fill", Parameter.out("bytes"))
                    .java((piece, arguments) -> arguments.segment(0).fill((byte) 1))
                    .with(
                            new SourceCode(
                                    "opencl-c",
                                    "__kernel void fill(__global char *b, long o, long p, long r,"
                                            + " long c) { b[o + get_global_id(1) * c +"
                                            + " get_global_id(0)] = 1; }",
                                    "fill",
                                    ""));

    /**
     * Runs the measurement.
     *
     * @param words ids of devices, or kinds
     * @throws Exception if anything fails
     */
    public static void main(String[] words) throws Exception {
        try (Anabranch anabranch = Anabranch.start()) {
            for (String selector : words) {
                Domain domain = anabranch.domains(selector, Duration.ofSeconds(60)).getFirst();
                try (BareDevice bare = BareDevice.open(anabranch.framework(), domain.id())) {
                    new IoCurve(anabranch.platform(), domain, bare).print();
                }
            }
        }
    }

    private void print() throws Exception {
        System.out.println("\n" + domain.id() + ":\n");
        System.out.println(
                "| bytes | streams | direction | bare us | ours us | overhead us | overhead |");
        System.out.println("|---:|---:|---|---:|---:|---:|---:|");
        for (int bytes = KIB; bytes <= MOST; bytes *= 4) {
            for (int streams : new int[] {1, 4}) {
                for (boolean in : new boolean[] {true, false}) {
                    row(bytes, streams, in);
                }
            }
        }
    }

    private void row(int bytes, int streams, boolean in) throws Exception {
        int rounds = (int) Math.clamp(BYTES_PER_ROW / ((long) bytes * streams), 15, 1000);
        double[] ours = new double[rounds];
        double[] raw = new double[rounds];
        List<Stream> open = new ArrayList<>();
        List<Buffer> buffers = new ArrayList<>();
        try (BareDevice.Copies copies = bare.copies(bytes, streams)) {
            for (int i = 0; i < streams; i++) {
                open.add(domain.stream());
                buffers.add(platform.buffer(JAVA_BYTE, bytes));
            }
            for (int warm = 0; warm < rounds / 3 + 5; warm++) {
                ours(open, buffers, in);
                copies.time(in);
            }
            for (int round = 0; round < rounds; round++) {
                ours[round] = ours(open, buffers, in);
                raw[round] = copies.time(in);
            }
        } finally {
            open.forEach(Stream::close);
            buffers.forEach(Buffer::close);
        }
        double one = Spread.of(ours).median() / streams;
        double other = Spread.of(raw).median() / streams;
        System.out.printf(
                Locale.ROOT,
                "| %d | %d | %s | %.1f | %.1f | %.1f | %.1f %% |%n",
                bytes,
                streams,
                in ? "to the device" : "to the host",
                other,
                one,
                one - other,
                (one / other - 1) * 100);
    }

    /**
     * Returns the microseconds of one transfer in each stream, from the first enqueue to the last
     * end.
     */
    private static double ours(List<Stream> streams, List<Buffer> buffers, boolean in) {
        for (int i = 0; i < streams.size(); i++) {
            if (in) {
                buffers.get(i).write();
            } else {
                streams.get(i).run(FILL, buffers.get(i).all().out()).await();
            }
        }
        Event[] events = new Event[streams.size()];
        long start = System.nanoTime();
        for (int i = 0; i < events.length; i++) {
            Stream stream = streams.get(i);
            events[i] =
                    in ? stream.prefetch(buffers.get(i).all()) : stream.fetch(buffers.get(i).all());
        }
        for (Event event : events) {
            event.await();
        }
        return (System.nanoTime() - start) / 1e3;
    }
}
