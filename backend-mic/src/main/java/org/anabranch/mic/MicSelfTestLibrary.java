package org.anabranch.mic;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.Kernel;
import org.anabranch.api.KernelArguments;
import org.anabranch.api.KernelLibrary;
import org.anabranch.api.Parameter;
import org.anabranch.api.Piece;
import org.osgi.service.component.annotations.Component;

import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * This backend's declaration to the conformance kit, which finds it by its property: the kernels to
 * test with, from a bundle that every card has. That other bundles reach a card has tests of its
 * own.
 */
@Component(property = "conformance.kind=mic")
public final class MicSelfTestLibrary implements KernelLibrary {
    private static final String FAILURE = "conformance: failure on demand";
    private static final Kernel ADD =
            Kernel.of("selftest_add", Parameter.inOut("data"), Parameter.scalar("amount"))
                    .java(MicSelfTestLibrary::add);
    private static final Kernel FAIL =
            Kernel.of("selftest_fail", Parameter.scalar("how")).java(MicSelfTestLibrary::fail);
    private static final Kernel COPY_TILE =
            Kernel.of("selftest_copy_tile", Parameter.in("source"), Parameter.out("target"))
                    .java(MicSelfTestLibrary::copyTile);

    @Override
    public List<Kernel> kernels() {
        return List.of(ADD, FAIL, COPY_TILE);
    }

    private static void add(Piece piece, KernelArguments arguments) {
        MemorySegment data = arguments.segment(0);
        for (long i = piece.low0(); i < piece.high0(); i += piece.stride0()) {
            data.setAtIndex(JAVA_LONG, i, data.getAtIndex(JAVA_LONG, i) + arguments.longAt(1));
        }
    }

    private static void fail(Piece piece, KernelArguments arguments) {
        switch ((int) arguments.longAt(0)) {
            case 0 -> {}
            case 1 -> throw new IllegalStateException(FAILURE);
            default -> throw new StackOverflowError(FAILURE);
        }
    }

    private static void copyTile(Piece piece, KernelArguments arguments) {
        for (long row = piece.low0(); row < piece.high0(); row++) {
            for (long column = piece.low1(); column < piece.high1(); column++) {
                long from = row * arguments.pitch(0) + column;
                long to = row * arguments.pitch(1) + column;
                arguments
                        .segment(1)
                        .setAtIndex(
                                JAVA_LONG, to, arguments.segment(0).getAtIndex(JAVA_LONG, from));
            }
        }
    }
}
