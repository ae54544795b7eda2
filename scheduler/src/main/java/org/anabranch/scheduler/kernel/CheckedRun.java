package org.anabranch.scheduler.kernel;

import org.anabranch.api.Argument;
import org.anabranch.api.JavaKernel;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelArgumentException;
import org.anabranch.api.MappedOperand;
import org.anabranch.api.Mode;
import org.anabranch.api.Operand;
import org.anabranch.api.Piece;
import org.anabranch.api.Region;
import org.anabranch.scheduler.coherence.TrackedBuffer;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Runs a Java kernel on private copies of its operands, to detect accesses that it does not
 * declare. A copy holds the declared bytes that are read, and poison everywhere else, so that
 * results of an undeclared read are conspicuously wrong. After the run everything outside the
 * declared writes must be as before, and no element that is declared as {@link Mode#WRITE} may
 * still hold the poison. Only then are the declared writes copied to the buffers.
 */
public final class CheckedRun {
    /** NaN as {@code float} and {@code double}, -1 as an integer of any size. */
    private static final long POISON = -1;

    /** Poison of what is to be written, which is not the result of reading {@link #POISON}. */
    private static final long UNWRITTEN = 0xFFF7A5C3_FFF39BEDL;

    /** Tells an element that was not written from one to which {@link #UNWRITTEN} was written. */
    private static final long ALSO_UNWRITTEN = 0x00085A3C_000C6412L;

    private static final long WORD = Long.BYTES;

    private final Kernel kernel;
    private final Argument[] arguments;
    private final boolean part;
    private final String described;

    /**
     * Prepares runs of a kernel.
     *
     * @param part true if other pieces of the same loop write the same operands
     * @param described the run, for messages
     */
    CheckedRun(Kernel kernel, Argument[] arguments, boolean part, String described) {
        this.kernel = kernel;
        this.arguments = arguments;
        this.part = part;
        this.described = described;
    }

    /**
     * An operand with its private copy, before and after.
     *
     * @param shared true if other pieces of the loop may write other elements of the operand
     */
    private record Copied(
            Operand operand,
            int position,
            boolean shared,
            MemorySegment before,
            MemorySegment now) {

        boolean mustBeWritten() {
            return operand.mode() == Mode.WRITE && !shared;
        }

        boolean isSame(long at, long bytes) {
            long end = at + bytes;
            return MemorySegment.mismatch(before, at, end, now, at, end) < 0;
        }
    }

    /** Returns true if an operand that is not mapped is written, so by all pieces of the loop. */
    static boolean writesUnmapped(Argument[] arguments) {
        for (Argument argument : arguments) {
            if (argument instanceof Operand operand && operand.mode().writes()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Runs one piece. The kernel runs twice if after the first run an element that it must write
     * holds the poison: only after both runs is it known that the kernel did not write that value.
     */
    void run(JavaKernel code, Piece piece) throws Exception {
        try (Arena arena = Arena.ofConfined()) {
            List<Copied> copies = run(arena, code, piece, UNWRITTEN);
            List<Copied> others = copies;
            if (copies.stream().anyMatch(copied -> unwritten(copied, copied) >= 0)) {
                others = run(arena, code, piece, ALSO_UNWRITTEN);
            }
            for (Copied copied : copies) {
                compare(arena, copied);
            }
            for (int i = 0; i < copies.size(); i++) {
                requireWritten(copies.get(i), others.get(i));
            }
            for (int i = 0; i < copies.size(); i++) {
                putBack(copies.get(i), others.get(i));
            }
        }
    }

    private List<Copied> run(Arena arena, JavaKernel code, Piece piece, long unwritten)
            throws Exception {
        List<Copied> copies = new ArrayList<>();
        MemorySegment[] segments = new MemorySegment[arguments.length];
        for (int i = 0; i < segments.length; i++) {
            Argument argument = arguments[i];
            Operand used =
                    argument instanceof MappedOperand mapped
                            ? mapped.at(piece)
                            : argument instanceof Operand operand ? operand : null;
            if (used != null) {
                boolean shared = argument instanceof Operand && part;
                Copied copied = copy(arena, used, i, shared, unwritten);
                copies.add(copied);
                segments[i] = window(argument, copied);
            }
        }
        code.run(piece, new CheckedArguments(arguments, segments));
        return copies;
    }

    private static Copied copy(
            Arena arena, Operand operand, int position, boolean shared, long unwritten) {
        MemorySegment host = ((TrackedBuffer) operand.range().buffer()).host();
        long words = (host.byteSize() + WORD - 1) / WORD;
        MemorySegment filled = arena.allocate(words * WORD, 128);
        long poison = operand.mode() == Mode.WRITE ? unwritten : POISON;
        for (long i = 0; i < words; i++) {
            filled.setAtIndex(ValueLayout.JAVA_LONG, i, poison);
        }
        MemorySegment now = filled.asSlice(0, host.byteSize());
        if (operand.mode() != Mode.WRITE) {
            Region declared = operand.range().region();
            Region.copy(host, declared, now, declared);
        }
        MemorySegment before = arena.allocate(host.byteSize(), 128).copyFrom(now);
        return new Copied(operand, position, shared, before, now);
    }

    /**
     * Returns the offset in the buffer of the first element that two runs left as it was.
     *
     * @return -1 if there is none, or not all elements need be written
     */
    private static long unwritten(Copied one, Copied two) {
        if (!one.mustBeWritten()) {
            return -1;
        }
        long bytes = elementBytes(one);
        return elements(one)
                .filter(at -> one.isSame(at, bytes) && two.isSame(at, bytes))
                .findFirst()
                .orElse(-1);
    }

    /** Returns the offsets in the buffer of the elements of an operand, in order. */
    private static LongStream elements(Copied copied) {
        Region region = copied.operand.range().region();
        long bytes = elementBytes(copied);
        return LongStream.range(0, region.height() * region.depth())
                .map(row -> region.rowOffset(row % region.height(), row / region.height()))
                .flatMap(
                        start ->
                                LongStream.range(0, Math.ceilDiv(region.width(), bytes))
                                        .map(element -> start + element * bytes));
    }

    private static long elementBytes(Copied copied) {
        return copied.operand.range().buffer().shape().element().byteSize();
    }

    private void requireWritten(Copied one, Copied two) {
        long at = unwritten(one, two);
        if (at >= 0) {
            throw new KernelArgumentException(
                    "%s did not write element %s of %s, but its argument %s, %s, declares all as out: write every element, or declare it inOut"
                            .formatted(
                                    described,
                                    at / elementBytes(one),
                                    one.operand.range().buffer().name(),
                                    one.position,
                                    kernel.parameters().get(one.position).name()));
        }
    }

    private static MemorySegment window(Argument argument, Copied copied) {
        Region region = copied.operand.range().region();
        return argument instanceof MappedOperand
                ? copied.now
                : copied.now.asSlice(region.offset(), region.end() - region.offset());
    }

    private void compare(Arena arena, Copied copied) {
        MemorySegment expected = copied.before;
        if (copied.operand.mode().writes()) {
            expected = arena.allocate(expected.byteSize(), 128).copyFrom(expected);
            Region declared = copied.operand.range().region();
            Region.copy(copied.now, declared, expected, declared);
        }
        long at = expected.mismatch(copied.now);
        if (at >= 0) {
            throw new KernelArgumentException(
                    described
                            + " wrote byte "
                            + at
                            + " of "
                            + copied.operand.range().buffer().name()
                            + ", which its argument "
                            + copied.position
                            + " does not declare as written");
        }
    }

    /**
     * Copies what was written to the buffer; of a shared operand, only the elements that changed.
     */
    private static void putBack(Copied one, Copied two) {
        if (!one.operand.mode().writes()) {
            return;
        }
        Region region = one.operand.range().region();
        MemorySegment host = ((TrackedBuffer) one.operand.range().buffer()).host();
        if (!one.shared) {
            Region.copy(one.now, region, host, region);
            return;
        }
        long bytes = elementBytes(one);
        elements(one)
                .filter(at -> !one.isSame(at, bytes) || !two.isSame(at, bytes))
                .forEach(at -> MemorySegment.copy(one.now, at, host, at, bytes));
    }

    /** The same arguments with other memory. */
    private static final class CheckedArguments extends HostArguments {
        private final MemorySegment[] segments;

        CheckedArguments(Argument[] arguments, MemorySegment[] segments) {
            super(arguments);
            this.segments = segments;
        }

        @Override
        public MemorySegment segment(int position) {
            MemorySegment real = super.segment(position);
            return segments[position].asSlice(0, real.byteSize());
        }
    }
}
