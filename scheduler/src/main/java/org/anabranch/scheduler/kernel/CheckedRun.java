package org.anabranch.scheduler.kernel;

import org.anabranch.api.Argument;
import org.anabranch.api.JavaKernel;
import org.anabranch.api.KernelArgumentException;
import org.anabranch.api.KernelArguments;
import org.anabranch.api.MappedOperand;
import org.anabranch.api.Mode;
import org.anabranch.api.Operand;
import org.anabranch.api.Piece;
import org.anabranch.api.Region;
import org.anabranch.scheduler.coherence.TrackedBuffer;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs a Java kernel on private copies of its operands, to find what it does not declare. A copy
 * holds the declared bytes that are read, and poison everywhere else, so that what an undeclared
 * read leads to is as wrong as can be; after the run everything outside the declared writes must be
 * as before. Only then the declared writes are put in place.
 */
public final class CheckedRun {
    private static final byte POISON = (byte) 0xFF;

    private CheckedRun() {}

    /** An operand with its private copy, before and after. */
    private record Copied(Operand operand, int position, MemorySegment before, MemorySegment now) {}

    static void run(KernelAction action, JavaKernel code, Piece piece) throws Exception {
        try (Arena arena = Arena.ofConfined()) {
            List<Copied> copies = new ArrayList<>();
            MemorySegment[] segments = new MemorySegment[action.arguments.length];
            for (int i = 0; i < segments.length; i++) {
                Argument argument = action.arguments[i];
                Operand used =
                        argument instanceof MappedOperand mapped
                                ? mapped.at(piece)
                                : argument instanceof Operand operand ? operand : null;
                if (used != null) {
                    Copied copied = copy(arena, used, i);
                    copies.add(copied);
                    segments[i] = window(argument, copied);
                }
            }
            code.run(piece, new CheckedArguments(new HostArguments(action.arguments), segments));
            for (Copied copied : copies) {
                compare(action, copied);
            }
            copies.stream()
                    .filter(copied -> copied.operand.mode().writes())
                    .forEach(CheckedRun::putBack);
        }
    }

    private static Copied copy(Arena arena, Operand operand, int position) {
        MemorySegment host = ((TrackedBuffer) operand.range().buffer()).host();
        MemorySegment now = arena.allocate(host.byteSize(), 128).fill(POISON);
        if (operand.mode() != Mode.WRITE) {
            copyRows(operand.range().region(), host, now);
        }
        MemorySegment before = arena.allocate(host.byteSize(), 128).copyFrom(now);
        return new Copied(operand, position, before, now);
    }

    private static MemorySegment window(Argument argument, Copied copied) {
        Region region = copied.operand.range().region();
        return argument instanceof MappedOperand
                ? copied.now
                : copied.now.asSlice(region.offset(), region.end() - region.offset());
    }

    private static void copyRows(Region region, MemorySegment from, MemorySegment to) {
        for (long slice = 0; slice < region.depth(); slice++) {
            for (long row = 0; row < region.height(); row++) {
                long offset = region.rowOffset(row, slice);
                MemorySegment.copy(from, offset, to, offset, region.width());
            }
        }
    }

    private static void compare(KernelAction action, Copied copied) {
        if (copied.operand.mode().writes()) {
            copyRows(copied.operand.range().region(), copied.now, copied.before);
        }
        long at = copied.before.mismatch(copied.now);
        if (at >= 0) {
            throw new KernelArgumentException(
                    action.describe()
                            + " wrote byte "
                            + at
                            + " of "
                            + copied.operand.range().buffer().name()
                            + ", which its argument "
                            + copied.position
                            + " does not declare as written");
        }
    }

    private static void putBack(Copied copied) {
        copyRows(
                copied.operand.range().region(),
                copied.now,
                ((TrackedBuffer) copied.operand.range().buffer()).host());
    }

    /** The same arguments with other memory. */
    private record CheckedArguments(KernelArguments plain, MemorySegment[] segments)
            implements KernelArguments {
        @Override
        public MemorySegment segment(int position) {
            MemorySegment real = plain.segment(position);
            return segments[position].asSlice(0, real.byteSize());
        }

        @Override
        public long pitch(int position) {
            return plain.pitch(position);
        }

        @Override
        public long columns(int position) {
            return plain.columns(position);
        }

        @Override
        public long rows(int position) {
            return plain.rows(position);
        }

        @Override
        public long slices(int position) {
            return plain.slices(position);
        }

        @Override
        public long slicePitch(int position) {
            return plain.slicePitch(position);
        }

        @Override
        public long longAt(int position) {
            return plain.longAt(position);
        }

        @Override
        public double doubleAt(int position) {
            return plain.doubleAt(position);
        }
    }
}
