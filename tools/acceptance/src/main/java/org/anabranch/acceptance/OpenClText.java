package org.anabranch.acceptance;

import org.anabranch.api.KernelCode;
import org.anabranch.api.SourceCode;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The kernels of the cases in OpenCL C, from {@code acceptance.cl} beside this class. */
final class OpenClText {
    private static final String TEXT = read();

    private OpenClText() {}

    private static String read() {
        try (InputStream source = OpenClText.class.getResourceAsStream("acceptance.cl")) {
            return new String(source.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException incomplete) {
            throw new UncheckedIOException("acceptance.cl", incomplete);
        }
    }

    static SourceCode function(String name) {
        return new SourceCode(KernelCode.OPENCL_C, TEXT, name, "");
    }
}
