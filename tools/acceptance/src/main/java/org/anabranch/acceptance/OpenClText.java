package org.anabranch.acceptance;

import org.anabranch.api.JavaKernel;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelCode;
import org.anabranch.api.Parameter;
import org.anabranch.api.SourceCode;
import org.anabranch.spi.support.ResourceText;

import java.util.stream.Stream;

/** The kernels of the cases in OpenCL C, from {@code acceptance.cl} beside this class. */
final class OpenClText {
    private static final String TEXT = ResourceText.of(OpenClText.class, "acceptance.cl");

    private OpenClText() {}

    /**
     * Returns a kernel in Java and in OpenCL C.
     *
     * @param name of the kernel
     * @param function name in the text
     * @param parameters memory after a sign, {@code <} read, {@code >} written, {@code =} both,
     *     then scalars
     * @param code in Java, which captures nothing, so that it can be sent to a card
     */
    static Kernel kernel(String name, String function, String parameters, JavaKernel code) {
        Parameter[] declared =
                Stream.of(parameters.split(" "))
                        .map(OpenClText::parameter)
                        .toArray(Parameter[]::new);
        return Kernel.of(name, declared)
                .java(code)
                .with(new SourceCode(KernelCode.OPENCL_C, TEXT, function, ""));
    }

    private static Parameter parameter(String word) {
        String rest = word.substring(1);
        return switch (word.charAt(0)) {
            case '<' -> Parameter.in(rest);
            case '>' -> Parameter.out(rest);
            case '=' -> Parameter.inOut(rest);
            default -> Parameter.scalar(word);
        };
    }
}
