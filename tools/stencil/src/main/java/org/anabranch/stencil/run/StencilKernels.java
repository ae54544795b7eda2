package org.anabranch.stencil.run;

import org.anabranch.api.JavaKernel;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelArgumentException;
import org.anabranch.api.KernelCode;
import org.anabranch.api.Parameter;
import org.anabranch.api.Platform;
import org.anabranch.api.SourceCode;
import org.anabranch.stencil.description.KernelSource;
import org.anabranch.stencil.description.Stencil;
import org.anabranch.stencil.description.StencilArgument;

import java.util.Optional;

/**
 * A factory of kernels for descriptions, from OpenCL C and, if there is some, Java code. Java code
 * gets the same arguments in the same order; indices count work-items of the zone, the outermost
 * axis first.
 */
public final class StencilKernels {
    private StencilKernels() {}

    /**
     * Returns a kernel with OpenCL C only, if the description has a text.
     *
     * @param stencil the description
     * @return a kernel
     */
    public static Kernel of(Stencil stencil) {
        Parameter[] parameters =
                stencil.arguments().stream()
                        .map(StencilKernels::parameter)
                        .toArray(Parameter[]::new);
        KernelSource source = stencil.kernel();
        Kernel kernel = Kernel.of(source.function(), parameters);
        return source.text().isEmpty()
                ? kernel
                : kernel.with(
                        new SourceCode(KernelCode.OPENCL_C, source.text(), source.function(), ""));
    }

    /**
     * Returns a kernel with OpenCL C, if there is a text, and Java.
     *
     * @param stencil the description
     * @param java the same in Java
     * @return a kernel
     */
    public static Kernel of(Stencil stencil, JavaKernel java) {
        return of(stencil).java(java);
    }

    /**
     * Returns a kernel with OpenCL C, and with the Java code that a {@code KernelLibrary} has under
     * the name of the function, if any.
     *
     * @param platform has the libraries
     * @param stencil the description
     * @return a kernel
     * @throws KernelArgumentException if the kernel of that name has other parameters
     */
    public static Kernel find(Platform platform, Stencil stencil) {
        Kernel kernel = of(stencil);
        Optional<Kernel> offered = platform.kernel(kernel.name());
        Optional<KernelCode> java = offered.flatMap(found -> found.code(KernelCode.JAVA));
        if (java.isEmpty()) {
            return kernel;
        }
        boolean fits = offered.get().parameters().size() == kernel.parameters().size();
        for (int i = 0; fits && i < kernel.parameters().size(); i++) {
            fits = offered.get().parameters().get(i).mode() == kernel.parameters().get(i).mode();
        }
        if (!fits) {
            throw new KernelArgumentException(
                    "the library's kernel %s has other parameters than the description: %s"
                            .formatted(kernel.name(), offered.get().parameters()));
        }
        return kernel.with(java.get());
    }

    private static Parameter parameter(StencilArgument argument) {
        return switch (argument.property()) {
            case INPUT -> Parameter.in(argument.name());
            case OUTPUT -> Parameter.out(argument.name());
            case INOUT -> Parameter.inOut(argument.name());
            case EXTENT, SCALAR -> Parameter.scalar(argument.name());
        };
    }
}
