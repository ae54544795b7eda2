package org.anabranch.acceptance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Event;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelArguments;
import org.anabranch.api.Stream;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * AC-9, the part that can be right or wrong: buffers of 1 KiB to 64 MiB go to a domain over 1 and 4
 * streams, are inverted there, and come back. What it costs is a report, {@code benchmarks/io/run}.
 */
final class TransferCurve {
    static final Kernel INVERT =
            OpenClText.kernel("ac9-invert", "invert", "=bytes", (piece, given) -> invert(given));

    private static final int KIB = 1024;

    private TransferCurve() {}

    private static void invert(KernelArguments given) {
        MemorySegment bytes = given.segment(0);
        long i = 0;
        for (; i + Long.BYTES <= bytes.byteSize(); i += Long.BYTES) {
            bytes.set(JAVA_LONG_UNALIGNED, i, ~bytes.get(JAVA_LONG_UNALIGNED, i));
        }
        for (; i < bytes.byteSize(); i++) {
            bytes.set(JAVA_BYTE, i, (byte) ~bytes.get(JAVA_BYTE, i));
        }
    }

    static void run(Ground ground) {
        for (int bytes = KIB; bytes <= ground.size(KIB * KIB, 64 * KIB * KIB); bytes *= 4) {
            for (int streams : new int[] {1, 4}) {
                for (Domain domain : ground.domains()) {
                    there(ground, domain, streams, bytes);
                }
            }
        }
    }

    private static void there(Ground ground, Domain domain, int streams, int bytes) {
        List<Stream> open = new ArrayList<>();
        List<Buffer> buffers = new ArrayList<>();
        List<Event> events = new ArrayList<>();
        try {
            for (int i = 0; i < streams; i++) {
                open.add(domain.stream());
                Buffer buffer = ground.platform().buffer(JAVA_BYTE, bytes);
                buffers.add(buffer);
                buffer.write().copyFrom(MemorySegment.ofArray(content(i, bytes, 0)));
            }
            for (int i = 0; i < streams; i++) {
                events.add(open.get(i).prefetch(buffers.get(i).all()));
                events.add(open.get(i).run(INVERT, buffers.get(i).all().inOut()));
                events.add(open.get(i).fetch(buffers.get(i).all()));
            }
            open.forEach(Stream::await);
            assertTrue(events.stream().allMatch(Event::isSettled));
            for (int i = 0; i < streams; i++) {
                MemorySegment expected = MemorySegment.ofArray(content(i, bytes, -1));
                assertEquals(-1, buffers.get(i).read().mismatch(expected), domain.id());
            }
        } finally {
            open.forEach(Stream::closeNow);
            buffers.forEach(Buffer::close);
        }
    }

    /** Returns the bytes that a stream sends; inverted with a mask of ones. */
    private static byte[] content(int stream, int bytes, int mask) {
        byte[] content = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            content[i] = (byte) (i * 31 + stream + (i >> 8) ^ mask);
        }
        return content;
    }
}
