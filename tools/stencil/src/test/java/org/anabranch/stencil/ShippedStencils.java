package org.anabranch.stencil;

import org.anabranch.api.JavaKernel;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelCode;
import org.anabranch.examples.stencil.PlaneStencils;
import org.anabranch.examples.stencil.SpaceStencils;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** The descriptions in examples/stencils with their Java kernels. */
final class ShippedStencils {
    static final List<Kernel> KERNELS =
            List.of(
                    PlaneStencils.JACOBI,
                    PlaneStencils.HEAT,
                    PlaneStencils.NINE_POINT,
                    SpaceStencils.SEVEN_POINT,
                    SpaceStencils.WAVE);
    private static final Path FOLDER = Path.of("..", "..", "examples", "stencils");

    private ShippedStencils() {}

    static Path file(String name) {
        return FOLDER.resolve(name);
    }

    static Stencil read(Kernel kernel) {
        return StencilReader.read(file(kernel.name() + ".xml"));
    }

    static JavaKernel java(Kernel kernel) {
        return (JavaKernel) kernel.code(KernelCode.JAVA).orElseThrow();
    }

    /** The same with other useful extents, groups of the same size and other iterations. */
    static Stencil resized(Stencil stencil, long iterations, long... useful) {
        Point size = stencil.grid().size();
        Point global = stencil.kernel().global();
        for (int axis = 0; axis < useful.length; axis++) {
            long border = size.get(axis) - stencil.useful().size().get(axis);
            size = size.with(axis, useful[axis] + border);
            global = global.with(axis, useful[axis] / stencil.cellsPerItem().get(axis));
        }
        Point all = size;
        StencilArgument[] arguments =
                stencil.arguments().stream()
                        .map(
                                one ->
                                        one.size() == null
                                                ? one
                                                : new StencilArgument(
                                                        one.name(),
                                                        one.property(),
                                                        one.type(),
                                                        all,
                                                        one.axis(),
                                                        one.value()))
                        .toArray(StencilArgument[]::new);
        KernelSource source = stencil.kernel();
        return new Stencil(
                stencil.rank(),
                iterations,
                Arrays.asList(arguments),
                stencil.swapIn(),
                stencil.swapOut(),
                stencil.ghost(),
                new KernelSource(
                        source.file(), source.text(), source.function(), global, source.local()));
    }
}
