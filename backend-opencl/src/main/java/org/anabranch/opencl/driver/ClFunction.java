package org.anabranch.opencl.driver;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemoryLayout;
import java.lang.invoke.MethodHandle;

/**
 * The functions of OpenCL that are called seldom: discovery, creation, building, release; all of
 * version 1.2 but those for shared memory. Linked at first use. Pointers and handles are {@code
 * long}; {@link ClCommands} has those of the path of a command.
 */
public enum ClFunction {
    GET_PLATFORM_IDS("clGetPlatformIDs", JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG),
    GET_PLATFORM_INFO(
            "clGetPlatformInfo", JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG),
    GET_DEVICE_IDS(
            "clGetDeviceIDs", JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG),
    GET_DEVICE_INFO(
            "clGetDeviceInfo", JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG),
    CREATE_SUB_DEVICES(
            "clCreateSubDevices", JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG),
    RELEASE_DEVICE("clReleaseDevice", JAVA_INT, JAVA_LONG),
    CREATE_CONTEXT(
            "clCreateContext",
            JAVA_LONG,
            JAVA_LONG,
            JAVA_INT,
            JAVA_LONG,
            JAVA_LONG,
            JAVA_LONG,
            JAVA_LONG),
    RELEASE_CONTEXT("clReleaseContext", JAVA_INT, JAVA_LONG),
    CREATE_QUEUE("clCreateCommandQueue", JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
    RELEASE_QUEUE("clReleaseCommandQueue", JAVA_INT, JAVA_LONG),
    FINISH("clFinish", JAVA_INT, JAVA_LONG),
    CREATE_BUFFER(
            "clCreateBuffer", JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
    CREATE_SUB_BUFFER(
            "clCreateSubBuffer", JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG),
    RELEASE_MEMORY("clReleaseMemObject", JAVA_INT, JAVA_LONG),
    ALLOCATE_SHARED("clSVMAlloc", JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT),
    FREE_SHARED("clSVMFree", null, JAVA_LONG, JAVA_LONG),
    MAP_BUFFER(
            "clEnqueueMapBuffer",
            JAVA_LONG,
            JAVA_LONG,
            JAVA_LONG,
            JAVA_INT,
            JAVA_LONG,
            JAVA_LONG,
            JAVA_LONG,
            JAVA_INT,
            JAVA_LONG,
            JAVA_LONG,
            JAVA_LONG),
    UNMAP(
            "clEnqueueUnmapMemObject",
            JAVA_INT,
            JAVA_LONG,
            JAVA_LONG,
            JAVA_LONG,
            JAVA_INT,
            JAVA_LONG,
            JAVA_LONG),
    CREATE_PROGRAM_WITH_SOURCE(
            "clCreateProgramWithSource",
            JAVA_LONG,
            JAVA_LONG,
            JAVA_INT,
            JAVA_LONG,
            JAVA_LONG,
            JAVA_LONG),
    CREATE_PROGRAM_WITH_BINARY(
            "clCreateProgramWithBinary",
            JAVA_LONG,
            JAVA_LONG,
            JAVA_INT,
            JAVA_LONG,
            JAVA_LONG,
            JAVA_LONG,
            JAVA_LONG,
            JAVA_LONG),
    BUILD_PROGRAM(
            "clBuildProgram",
            JAVA_INT,
            JAVA_LONG,
            JAVA_INT,
            JAVA_LONG,
            JAVA_LONG,
            JAVA_LONG,
            JAVA_LONG),
    GET_PROGRAM_INFO(
            "clGetProgramInfo", JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG),
    GET_BUILD_INFO(
            "clGetProgramBuildInfo",
            JAVA_INT,
            JAVA_LONG,
            JAVA_LONG,
            JAVA_INT,
            JAVA_LONG,
            JAVA_LONG,
            JAVA_LONG),
    RELEASE_PROGRAM("clReleaseProgram", JAVA_INT, JAVA_LONG),
    CREATE_KERNEL("clCreateKernel", JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
    GET_KERNEL_INFO(
            "clGetKernelInfo", JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG),
    GET_WORK_GROUP_INFO(
            "clGetKernelWorkGroupInfo",
            JAVA_INT,
            JAVA_LONG,
            JAVA_LONG,
            JAVA_INT,
            JAVA_LONG,
            JAVA_LONG,
            JAVA_LONG),
    GET_KERNEL_ARGUMENT_INFO(
            "clGetKernelArgInfo",
            JAVA_INT,
            JAVA_LONG,
            JAVA_INT,
            JAVA_INT,
            JAVA_LONG,
            JAVA_LONG,
            JAVA_LONG),
    RELEASE_KERNEL("clReleaseKernel", JAVA_INT, JAVA_LONG),
    GET_PROFILING_INFO(
            "clGetEventProfilingInfo",
            JAVA_INT,
            JAVA_LONG,
            JAVA_INT,
            JAVA_LONG,
            JAVA_LONG,
            JAVA_LONG);

    private final String symbol;
    private final MemoryLayout result;
    private final MemoryLayout[] parameters;
    private volatile MethodHandle handle;

    ClFunction(String symbol, MemoryLayout result, MemoryLayout... parameters) {
        this.symbol = symbol;
        this.result = result;
        this.parameters = parameters;
    }

    /** Calls a function that returns a status. */
    public int status(Object... arguments) {
        return (Integer) call(arguments);
    }

    /** Calls a function that returns a handle or a pointer. */
    public long handle(Object... arguments) {
        return (Long) call(arguments);
    }

    /** Calls a function that returns nothing. */
    public void run(Object... arguments) {
        call(arguments);
    }

    private Object call(Object... arguments) {
        try {
            return linked().invoke(arguments);
        } catch (RuntimeException | Error mistake) {
            throw mistake;
        } catch (Throwable impossible) {
            throw new IllegalStateException(symbol, impossible);
        }
    }

    private MethodHandle linked() {
        MethodHandle linked = handle;
        if (linked == null) {
            MethodHandle exact = OpenClLibrary.link(symbol, result, parameters);
            linked = exact.asSpreader(Object[].class, parameters.length);
            handle = linked;
        }
        return linked;
    }
}
