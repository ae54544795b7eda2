package org.anabranch.api;

/**
 * The code of a kernel in one format. The formats known by name are {@code java} ({@link
 * JavaKernel}), {@code opencl-c} ({@link SourceCode}) and {@code native} ({@link NativeCode}); a
 * backend may document others.
 */
public interface KernelCode {
    /** Format name of kernels written in Java. */
    String JAVA = "java";

    /** Format name of kernels in OpenCL C. */
    String OPENCL_C = "opencl-c";

    /** Format name of functions in a native library. */
    String NATIVE = "native";

    /** {@return the name of the format} */
    String format();
}
