package org.anabranch.examples.job;

import org.anabranch.api.KernelCode;
import org.anabranch.api.SourceCode;
import org.anabranch.spi.support.ResourceText;

/** The OpenCL variants of the examples' kernels, from {@code kernels.cl} beside this class. */
public final class OpenClCode {
    private static final String TEXT = ResourceText.of(OpenClCode.class, "kernels.cl");

    private OpenClCode() {}

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
