package org.anabranch.conformance;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.Kernel;
import org.anabranch.api.KernelArguments;
import org.anabranch.api.Parameter;
import org.anabranch.api.Piece;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.Optional;

/**
 * The kernels for the kit's tests. Elements are 64-bit integers in native byte order.
 *
 * @param add {@code (inOut data, scalar amount)}: adds {@code amount} to {@code data[i]} for each
 *     index of a 1-D piece
 * @param fail {@code (scalar how)}: does nothing for 0; else throws, with a message that contains
 *     {@link #FAILURE}: an exception for 1, an error for 2. Empty for a format in which a kernel
 *     cannot fail; then rules 2.4 and 2.5 belong into {@code never}
 * @param copyTile {@code (in source, out target)}: copies the element at each index (row, column)
 *     of a 2-D piece, in the rows and with the pitch of each argument
 */
public record SelfTestKernels(Kernel add, Optional<Kernel> fail, Kernel copyTile) {
    /** The message of the failing kernel. */
    public static final String FAILURE = "conformance: failure on demand";

    /** The name of the adding kernel. */
    public static final String ADD = "selftest_add";

    /** The name of the failing kernel. */
    public static final String FAIL = "selftest_fail";

    /** The name of the copying kernel. */
    public static final String COPY_TILE = "selftest_copy_tile";

    /** Checks for null. */
    public SelfTestKernels {
        Objects.requireNonNull(add, "add");
        Objects.requireNonNull(fail, "fail");
        Objects.requireNonNull(copyTile, "copyTile");
    }

    /** {@return the kernels in Java} */
    public static SelfTestKernels inJava() {
        return new SelfTestKernels(
                Kernel.of(ADD, Parameter.inOut("data"), Parameter.scalar("amount"))
                        .java(SelfTestKernels::add),
                Optional.of(Kernel.of(FAIL, Parameter.scalar("how")).java(SelfTestKernels::fail)),
                Kernel.of(COPY_TILE, Parameter.in("source"), Parameter.out("target"))
                        .java(SelfTestKernels::copyTile));
    }

    private static void add(Piece piece, KernelArguments arguments) {
        MemorySegment data = arguments.segment(0);
        long amount = arguments.longAt(1);
        for (long i = piece.low(0); i < piece.high(0); i += piece.stride(0)) {
            data.setAtIndex(JAVA_LONG, i, data.getAtIndex(JAVA_LONG, i) + amount);
        }
    }

    private static void fail(Piece piece, KernelArguments arguments) {
        long how = arguments.longAt(0);
        if (how == 1) {
            throw new IllegalStateException(FAILURE);
        }
        if (how == 2) {
            throw new StackOverflowError(FAILURE);
        }
    }

    private static void copyTile(Piece piece, KernelArguments arguments) {
        MemorySegment source = arguments.segment(0);
        MemorySegment target = arguments.segment(1);
        for (long row = piece.low(0); row < piece.high(0); row++) {
            for (long column = piece.low(1); column < piece.high(1); column++) {
                long value = source.getAtIndex(JAVA_LONG, row * arguments.pitch(0) + column);
                target.setAtIndex(JAVA_LONG, row * arguments.pitch(1) + column, value);
            }
        }
    }
}
