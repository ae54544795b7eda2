package org.anabranch.scheduler.kernel;

import org.anabranch.api.Argument;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelArgumentException;
import org.anabranch.api.Loop;
import org.anabranch.api.MappedOperand;
import org.anabranch.api.Mode;
import org.anabranch.api.Operand;
import org.anabranch.api.Parameter;
import org.anabranch.api.Piece;
import org.anabranch.api.Range;
import org.anabranch.api.Region;
import org.anabranch.api.Shape;
import org.anabranch.scheduler.coherence.DataAction;
import org.anabranch.scheduler.coherence.TrackedBuffer;
import org.anabranch.scheduler.domain.Machine;
import org.anabranch.scheduler.region.Modes;
import org.anabranch.scheduler.region.Overlap;

import java.util.List;
import java.util.Objects;

/**
 * A kernel with arguments that fit it.
 *
 * @param machine whose buffers these are
 * @param kernel the code
 * @param arguments as given, one per parameter
 * @param loop the loop that it runs over, or null
 * @param piece the part of the loop, or null for the {@link #elements} of the arguments
 * @param part true if other actions run other pieces of the loop
 * @param operands the ranges that this piece uses
 */
public record Invocation(
        Machine machine,
        Kernel kernel,
        Argument[] arguments,
        Loop loop,
        Piece piece,
        boolean part,
        Operand[] operands) {

    /**
     * Checks the arguments against the parameters, the buffers against the platform, and the
     * operands that are not mapped against each other.
     */
    public static Invocation of(Machine machine, Kernel kernel, Loop loop, Argument... given) {
        Objects.requireNonNull(kernel, "kernel");
        Objects.requireNonNull(given, "arguments");
        Argument[] arguments = Modes.of(kernel, given);
        check(machine, kernel, loop, arguments);
        Piece piece = loop == null ? null : loop.whole();
        Operand[] operands = operands(arguments, piece);
        Overlap.refuse(kernel, arguments);
        Argument[] kept =
                operands.length == arguments.length && loop == null
                        ? operands // the same ones
                        : arguments == given ? arguments.clone() : arguments;
        return new Invocation(machine, kernel, kept, loop, piece, false, operands);
    }

    /** The piece, or the elements of the arguments. */
    public Piece indices() {
        return piece != null ? piece : elements(arguments);
    }

    /** The same for a part of the loop. */
    public Invocation at(Piece box) {
        boolean some = part || !box.equals(piece);
        Operand[] used = operands(arguments, box);
        return new Invocation(machine, kernel, arguments, null, box, some, used);
    }

    private static void check(Machine machine, Kernel kernel, Loop loop, Argument[] arguments) {
        List<Parameter> parameters = kernel.parameters();
        if (arguments.length != parameters.size()) {
            throw new KernelArgumentException(
                    "kernel %s takes %s arguments, not %s"
                            .formatted(kernel.name(), parameters.size(), arguments.length));
        }
        for (int i = 0; i < arguments.length; i++) {
            Mode wanted = parameters.get(i).mode();
            if (arguments[i] instanceof Operand operand) { // first: this is done for every action
                machine.memories().requireOwn(operand.range().buffer());
                if (operand.mode() != wanted) {
                    requireMode(kernel, i, operand.mode(), wanted);
                }
            } else {
                checkOther(machine, kernel, loop, i, arguments[i], wanted);
            }
        }
    }

    /** Checks an argument that is no operand. */
    private static void checkOther(
            Machine machine, Kernel kernel, Loop loop, int position, Argument given, Mode wanted) {
        if (given == null) {
            throw wrong(kernel, position, "null");
        }
        if (given instanceof Range) {
            throw wrong(kernel, position, say(wanted) + ", not memory");
        }
        if (given instanceof MappedOperand mapped) {
            if (loop == null) {
                throw new KernelArgumentException(
                        "kernel %s has a mapped operand, which needs a loop: give one, or a range"
                                .formatted(kernel.name()));
            }
            if (mapped.mode() == Mode.REDUCE) {
                throw wrong(
                        kernel,
                        position,
                        "mapped to REDUCE, but the pieces of a loop run together");
            }
            machine.memories().requireOwn(mapped.buffer());
            requireMode(kernel, position, mapped.mode(), wanted);
        } else {
            requireMode(kernel, position, null, wanted);
        }
    }

    private static void requireMode(Kernel kernel, int position, Mode given, Mode wanted) {
        if (given != wanted && !(given == Mode.REDUCE && wanted == Mode.READ_WRITE)) {
            throw wrong(kernel, position, say(wanted) + ", not " + say(given));
        }
    }

    private static KernelArgumentException wrong(Kernel kernel, int position, String what) {
        return new KernelArgumentException(
                String.format(
                        "argument %s of kernel %s, %s, is %s",
                        position, kernel.name(), kernel.parameters().get(position).name(), what));
    }

    private static String say(Mode mode) {
        return mode == null ? "a scalar" : "memory to " + mode;
    }

    private static Operand[] operands(Argument[] arguments, Piece piece) {
        int count = 0;
        for (Argument argument : arguments) {
            count += argument instanceof Argument.Scalar ? 0 : 1;
        }
        Operand[] operands = count == 0 ? DataAction.NO_OPERANDS : new Operand[count];
        int next = 0;
        for (Argument argument : arguments) {
            if (argument instanceof Operand operand) {
                operands[next++] = operand;
            } else if (argument instanceof MappedOperand mapped) {
                operands[next++] = mapped.at(piece);
            }
        }
        return operands;
    }

    /**
     * Returns the indices of the first operand that is written, else of the first: the elements of
     * a buffer with one extent, rows and columns of any other range.
     */
    public static Piece elements(Argument[] arguments) {
        Range range = null;
        for (Argument argument : arguments) {
            if (argument instanceof Operand operand) {
                if (operand.mode().writes()) {
                    range = operand.range();
                    break;
                }
                range = range == null ? operand.range() : range;
            }
        }
        if (range == null) {
            return Piece.of(0, 1, 1);
        }
        Region region = range.region();
        Shape shape = range.buffer().shape();
        long columns = region.width() / shape.element().byteSize();
        if (shape.rank() == 1 && region.height() == 1 && region.depth() == 1) {
            return Piece.of(0, columns, 1);
        }
        return region.depth() == 1
                ? new Piece(2, 0, region.height(), 1, 0, columns, 1, 0, 1, 1)
                : new Piece(3, 0, region.depth(), 1, 0, region.height(), 1, 0, columns, 1);
    }

    /** Leases all buffers, or none and throws. */
    public void lease() {
        int leased = 0;
        try {
            while (leased < operands.length) {
                int count = sameBuffer(operands, leased, operands.length);
                buffer(operands[leased]).lease(count);
                leased += count;
            }
        } finally {
            if (leased < operands.length) {
                unlease(operands, leased);
            }
        }
    }

    /** Leases all buffers, closed or not, for a part of an operation that has leased them. */
    public void retain() {
        for (Operand operand : operands) {
            buffer(operand).retain();
        }
    }

    /** Gives all leases back. */
    public void unlease() {
        unlease(operands, operands.length);
    }

    /** Returns the number of bytes of all operands together. */
    public static long bytes(Operand... operands) {
        long bytes = 0;
        for (Operand operand : operands) {
            bytes += operand.range().region().bytes();
        }
        return bytes;
    }

    /** Gives the leases for the first operands back. */
    public static void unlease(Operand[] operands, int leased) {
        int given = 0;
        while (given < leased) {
            int count = sameBuffer(operands, given, leased);
            buffer(operands[given]).unlease(count);
            given += count;
        }
    }

    /**
     * Returns how many operands from one on are ranges of one buffer, which is leased once for all.
     */
    private static int sameBuffer(Operand[] operands, int from, int end) {
        int to = from + 1;
        while (to < end && operands[to].range().buffer() == operands[from].range().buffer()) {
            to++;
        }
        return to - from;
    }

    private static TrackedBuffer buffer(Operand operand) {
        return (TrackedBuffer) operand.range().buffer();
    }
}
