package org.anabranch.examples.job;

import org.anabranch.api.KernelCode;
import org.anabranch.api.SourceCode;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The OpenCL variants of the examples' kernels, from {@code kernels.cl} beside this class. */
public final class OpenClCode {
    private static final String TEXT = read();

    private OpenClCode() {}

    private static String read() {
        try (InputStream source = OpenClCode.class.getResourceAsStream("kernels.cl")) {
            return new String(source.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException incomplete) {
            throw new UncheckedIOException("kernels.cl", incomplete);
        }
    }

    /**
     * Returns one of the functions.
     *
     * @param function its name in the file
     * @return code for OpenCL devices
     */
    public static SourceCode function(String function) {
        return new SourceCode(KernelCode.OPENCL_C, TEXT, function, "");
    }
}
