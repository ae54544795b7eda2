package org.anabranch.opencl;

import org.anabranch.api.Kernel;
import org.anabranch.api.KernelCode;
import org.anabranch.api.KernelLibrary;
import org.anabranch.api.Parameter;
import org.anabranch.api.SourceCode;
import org.osgi.service.component.annotations.Component;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * This backend's declaration to the conformance kit, which finds it by its property: the kernels to
 * test with, in OpenCL C. What the kit cannot test is a property of {@link OpenClBackend}.
 */
@Component(property = "conformance.kind=opencl")
public final class SelfTestLibrary implements KernelLibrary {
    private static final String SOURCE = "selftest.cl";

    private final List<Kernel> kernels;

    /** Reads the source from the bundle. */
    public SelfTestLibrary() {
        String text = read();
        kernels =
                List.of(
                        Kernel.of(
                                        "selftest_add",
                                        Parameter.inOut("data"),
                                        Parameter.scalar("amount"))
                                .with(code(text, "selftest_add")),
                        Kernel.of(
                                        "selftest_copy_tile",
                                        Parameter.in("source"),
                                        Parameter.out("target"))
                                .with(code(text, "selftest_copy_tile")));
    }

    private static SourceCode code(String text, String function) {
        return new SourceCode(KernelCode.OPENCL_C, text, function, "");
    }

    private static String read() {
        try (InputStream source = SelfTestLibrary.class.getResourceAsStream(SOURCE)) {
            return new String(source.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException incomplete) {
            throw new UncheckedIOException(SOURCE, incomplete);
        }
    }

    @Override
    public List<Kernel> kernels() {
        return kernels;
    }
}
