package org.anabranch.dense;

import org.anabranch.api.Kernel;
import org.anabranch.api.KernelArguments;
import org.anabranch.api.Mode;
import org.anabranch.api.Parameter;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;

/** The operations for which there are kernels, with their parameters and code. */
public enum TileOperation {
    /** C = alpha op(A) op(B) + beta C. */
    GEMM("<a <b =c", "form m n k alpha beta", TileWork::gemm),
    /** A triangle of C = alpha op(A) op(A)' + beta C. */
    SYRK("<a =c", "form n k alpha beta", TileWork::syrk),
    /** B = alpha op(A)^-1 B, or alpha B op(A)^-1, with a triangle A. */
    TRSM("<a =b", "form m n alpha", TileWork::trsm),
    /** The Cholesky factorisation of a triangle of A. */
    POTRF("=a", "form n first", TileWork::potrf),
    /** The factorisation P A = L U with row interchanges. */
    GETRF("=a >pivots", "form m n first", TileWork::getrf),
    /** The interchange of rows of A. */
    LASWP("=a <pivots", "form m n k", TileWork::laswp),
    /** The factorisation of A into R and the reflectors V of Q = I - V T V'. */
    GEQRT("=a >t", "form m n", TileWork::geqrt),
    /** C = op(Q) C, with the Q of {@link #GEQRT}. */
    GEMQRT("<v <t =c", "form m n k", TileWork::gemqrt),
    /** The QR factorisation of a triangle R on top of B. */
    TPQRT("=r =b >t", "form m n", TileWork::tpqrt),
    /** The multiplication of A on top of B by op(Q), with the Q of {@link #TPQRT}. */
    TPMQRT("<v <t =a =b", "form m n k", TileWork::tpmqrt);

    private static final Set<TileOperation> WITH_TEXT = EnumSet.of(GEMM, SYRK, TRSM, POTRF, LASWP);

    private final String memory;
    private final String scalars;
    private final Consumer<TileWork> work;

    /**
     * Creates an operation.
     *
     * @param memory names, each after a sign: read, written, or both
     * @param scalars names
     * @param work the code
     */
    TileOperation(String memory, String scalars, Consumer<TileWork> work) {
        this.memory = memory;
        this.scalars = scalars;
        this.work = work;
    }

    /**
     * Returns a kernel. Its code captures only values that can be sent to a card: a constant and a
     * number.
     */
    Kernel kernel(boolean single) {
        List<Parameter> parameters = new ArrayList<>();
        for (String operand : memory.split(" ")) {
            Mode mode =
                    switch (operand.charAt(0)) {
                        case '<' -> Mode.READ;
                        case '>' -> Mode.WRITE;
                        default -> Mode.READ_WRITE;
                    };
            parameters.add(new Parameter(operand.substring(1), mode));
        }
        for (String scalar : scalars.split(" ")) {
            parameters.add(Parameter.scalar(scalar));
        }
        String name = (single ? "s" : "d") + name().toLowerCase(Locale.ROOT);
        TileOperation operation = this;
        int floats = single ? 1 : 0;
        Kernel kernel =
                Kernel.of(name, parameters.toArray(Parameter[]::new))
                        .java((piece, given) -> run(operation, floats, given));
        return WITH_TEXT.contains(this) ? kernel.with(TileText.of(this, single)) : kernel;
    }

    private static void run(TileOperation operation, int floats, KernelArguments given) {
        int operands = operation.memory.split(" ").length;
        operation.work.accept(new TileWork(floats != 0, given, operands));
    }
}
