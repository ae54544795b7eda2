package org.anabranch.opencl.driver;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;

/**
 * The functions of OpenCL that are called seldom: discovery, creation, building, release; all of
 * version 1.2 but those for shared memory. Linked at first use. Pointers and handles are {@code
 * long}; {@link ClCommands} has those of the path of a command.
 */
public enum ClFunction {
    GET_PLATFORM_IDS("clGetPlatformIDs", "(IJJ)I"),
    GET_PLATFORM_INFO("clGetPlatformInfo", "(JIJJJ)I"),
    GET_DEVICE_IDS("clGetDeviceIDs", "(JJIJJ)I"),
    GET_DEVICE_INFO("clGetDeviceInfo", "(JIJJJ)I"),
    CREATE_SUB_DEVICES("clCreateSubDevices", "(JJIJJ)I"),
    RELEASE_DEVICE("clReleaseDevice", "(J)I"),
    CREATE_CONTEXT("clCreateContext", "(JIJJJJ)J"),
    RELEASE_CONTEXT("clReleaseContext", "(J)I"),
    CREATE_QUEUE("clCreateCommandQueue", "(JJJJ)J"),
    RELEASE_QUEUE("clReleaseCommandQueue", "(J)I"),
    FINISH("clFinish", "(J)I"),
    CREATE_BUFFER("clCreateBuffer", "(JJJJJ)J"),
    CREATE_SUB_BUFFER("clCreateSubBuffer", "(JJIJJ)J"),
    RELEASE_MEMORY("clReleaseMemObject", "(J)I"),
    ALLOCATE_SHARED("clSVMAlloc", "(JJJI)J"),
    FREE_SHARED("clSVMFree", "(JJ)V"),
    MAP_BUFFER("clEnqueueMapBuffer", "(JJIJJJIJJJ)J"),
    UNMAP("clEnqueueUnmapMemObject", "(JJJIJJ)I"),
    CREATE_PROGRAM_WITH_SOURCE("clCreateProgramWithSource", "(JIJJJ)J"),
    CREATE_PROGRAM_WITH_BINARY("clCreateProgramWithBinary", "(JIJJJJJ)J"),
    BUILD_PROGRAM("clBuildProgram", "(JIJJJJ)I"),
    GET_PROGRAM_INFO("clGetProgramInfo", "(JIJJJ)I"),
    GET_BUILD_INFO("clGetProgramBuildInfo", "(JJIJJJ)I"),
    RELEASE_PROGRAM("clReleaseProgram", "(J)I"),
    CREATE_KERNEL("clCreateKernel", "(JJJ)J"),
    GET_KERNEL_INFO("clGetKernelInfo", "(JIJJJ)I"),
    GET_WORK_GROUP_INFO("clGetKernelWorkGroupInfo", "(JJIJJJ)I"),
    GET_KERNEL_ARGUMENT_INFO("clGetKernelArgInfo", "(JIIJJJ)I"),
    RELEASE_KERNEL("clReleaseKernel", "(J)I"),
    GET_PROFILING_INFO("clGetEventProfilingInfo", "(JIJJJ)I");

    private final String symbol;
    private final String signature;
    private volatile MethodHandle handle;

    ClFunction(String symbol, String signature) {
        this.symbol = symbol;
        this.signature = signature;
    }

    /** Calls a function that returns a status. */
    public int status(Object... arguments) {
        return (Integer) call(arguments);
    }

    /** Calls a function that returns a handle or a pointer. */
    public long handle(Object... arguments) {
        return (Long) call(arguments);
    }

    /**
     * Calls a function that makes an object, and whose last parameter is a pointer to the status.
     *
     * @param what for the message
     * @param arguments all but the last
     * @return the object's handle, or the address of memory
     * @throws OpenClException if the driver refused
     */
    public long create(String what, Object... arguments) throws OpenClException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment error = arena.allocate(JAVA_INT);
            Object[] all = Arrays.copyOf(arguments, arguments.length + 1);
            all[arguments.length] = error.address();
            long made = handle(all);
            OpenClException.check(error.get(JAVA_INT, 0), what);
            return made;
        }
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
            MethodHandle exact = OpenClLibrary.link(symbol, signature);
            linked = exact.asSpreader(Object[].class, exact.type().parameterCount());
            handle = linked;
        }
        return linked;
    }
}
