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
import java.util.function.BiConsumer;

/** The operations for which there are kernels, with their parameters and code. */
enum Operation {
    GEMM("<a <b =c", "form m n k alpha beta", TileWork::gemm),
    SYRK("<a =c", "form n k alpha beta", TileWork::syrk),
    TRSM("<a =b", "form m n alpha", TileWork::trsm),
    POTRF("=a", "form n first", TileWork::potrf),
    GETRF("=a >pivots", "form m n first", TileWork::getrf),
    LASWP("=a <pivots", "form m n k", TileWork::laswp),
    GEQRT("=a >t", "form m n", TileWork::geqrt),
    GEMQRT("<v <t =c", "form m n k", TileWork::gemqrt),
    TPQRT("=r =b >t", "form m n", TileWork::tpqrt),
    TPMQRT("<v <t =a =b", "form m n k", TileWork::tpmqrt);

    private static final Set<Operation> WITH_TEXT = EnumSet.of(GEMM, SYRK, TRSM, POTRF, LASWP);

    private final String memory;
    private final String scalars;
    private final BiConsumer<Boolean, KernelArguments> work;

    /**
     * Creates an operation.
     *
     * @param memory names, each after a sign: read, written, or both
     * @param scalars names
     * @param work the code, for floats or not
     */
    Operation(String memory, String scalars, BiConsumer<Boolean, KernelArguments> work) {
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
        Operation operation = this;
        int floats = single ? 1 : 0;
        Kernel kernel =
                Kernel.of(name, parameters.toArray(Parameter[]::new))
                        .java((piece, given) -> run(operation, floats, given));
        return WITH_TEXT.contains(this) ? kernel.with(TileText.of(this, single)) : kernel;
    }

    private static void run(Operation operation, int floats, KernelArguments given) {
        operation.work.accept(floats != 0, given);
    }
}
