package org.anabranch.stencil;

import org.anabranch.api.JavaKernel;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelCode;
import org.anabranch.examples.stencil.PlaneStencils;
import org.anabranch.examples.stencil.SpaceStencils;
import org.anabranch.stencil.description.KernelSource;
import org.anabranch.stencil.description.Stencil;
import org.anabranch.stencil.description.StencilArgument;
import org.anabranch.stencil.description.StencilReader;
import org.anabranch.stencil.geometry.Point;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** The descriptions in examples/stencils with their Java kernels. */
public final class ShippedStencils {
    public static final List<Kernel> KERNELS =
            List.of(
                    PlaneStencils.JACOBI,
                    PlaneStencils.HEAT,
                    PlaneStencils.NINE_POINT,
                    SpaceStencils.SEVEN_POINT,
                    SpaceStencils.WAVE);
    private static final Path FOLDER = Path.of("..", "..", "examples", "stencils");

    private static Stencil latest;
    private static Example example;

    private ShippedStencils() {}

    /**
     * The initial and the expected arrays of a stencil.
     *
     * @param begin by the names of arrays
     * @param expected by the names of arrays
     */
    public record Example(Map<String, MemorySegment> begin, Map<String, MemorySegment> expected) {}

    /** The last one is kept, since a test asks for the same in several mixtures of devices. */
    public static synchronized Example example(Stencil stencil, Kernel kernel) throws Exception {
        if (!stencil.equals(latest)) {
            Map<String, MemorySegment> begin = Sequential.arrays(stencil, new Random(5));
            Map<String, MemorySegment> expected = Sequential.copy(begin);
            Sequential.run(stencil, java(kernel), expected);
            example = new Example(begin, expected);
            latest = stencil;
        }
        return example;
    }

    public static Path file(String name) {
        return FOLDER.resolve(name);
    }

    public static Stencil read(Kernel kernel) {
        return StencilReader.read(file(kernel.name() + ".xml"));
    }

    public static JavaKernel java(Kernel kernel) {
        return (JavaKernel) kernel.code(KernelCode.JAVA).orElseThrow();
    }

    /** The same with other useful extents, groups of the same size and other iterations. */
    public static Stencil resized(Stencil stencil, long iterations, long... useful) {
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
