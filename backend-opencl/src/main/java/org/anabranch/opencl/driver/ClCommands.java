package org.anabranch.opencl.driver;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * The functions of OpenCL on the path of a command, linked into constants so that a call costs what
 * the driver costs. Pointers to scratch memory are {@code long}; host memory is a segment, which
 * cannot be closed during the call. Of any thread.
 */
public final class ClCommands {
    private static final MethodHandle SET_ARGUMENT =
            OpenClLibrary.link("clSetKernelArg", "(JIJJ)I");
    private static final MethodHandle RUN =
            OpenClLibrary.link("clEnqueueNDRangeKernel", "(JJIJJJIJJ)I");
    private static final MethodHandle READ =
            OpenClLibrary.link("clEnqueueReadBuffer", "(JJIJJAIJJ)I");
    private static final MethodHandle WRITE =
            OpenClLibrary.link("clEnqueueWriteBuffer", "(JJIJJAIJJ)I");
    private static final MethodHandle READ_BOX =
            OpenClLibrary.link("clEnqueueReadBufferRect", "(JJIJJJJJJJAIJJ)I");
    private static final MethodHandle WRITE_BOX =
            OpenClLibrary.link("clEnqueueWriteBufferRect", "(JJIJJJJJJJAIJJ)I");
    private static final MethodHandle COPY =
            OpenClLibrary.link("clEnqueueCopyBuffer", "(JJJJJJIJJ)I");
    private static final MethodHandle COPY_BOX =
            OpenClLibrary.link("clEnqueueCopyBufferRect", "(JJJJJJJJJJIJJ)I");
    private static final MethodHandle MARK =
            OpenClLibrary.link("clEnqueueMarkerWithWaitList", "(JIJJ)I");
    private static final MethodHandle EVENT_INFO = OpenClLibrary.link("clGetEventInfo", "(JIJJJ)I");
    private static final MethodHandle RELEASE_EVENT = OpenClLibrary.link("clReleaseEvent", "(J)I");
    private static final MethodHandle FLUSH = OpenClLibrary.link("clFlush", "(J)I");

    private static final int EVENT_EXECUTION_STATUS = 0x11D3;
    private static final int NOT_BLOCKING = 0;
    private static final int BLOCKING = 1;

    private ClCommands() {}

    public static int setArgument(long kernel, int index, long bytes, long value) {
        try {
            return (int) SET_ARGUMENT.invokeExact(kernel, index, bytes, value);
        } catch (Throwable impossible) {
            throw broken(impossible);
        }
    }

    /**
     * Offsets, sizes and local sizes stand at {@code range}, {@code range + 24} and {@code range +
     * 48}.
     */
    public static int run(
            long queue, long kernel, int rank, long range, int waits, long waitList, long event) {
        try {
            return (int)
                    RUN.invokeExact(
                            queue,
                            kernel,
                            rank,
                            range,
                            range + 24,
                            range + 48,
                            waits,
                            waitList,
                            event);
        } catch (Throwable impossible) {
            throw broken(impossible);
        }
    }

    /** Enqueues a copy of an interval. */
    public static int copy(
            boolean toDevice,
            long queue,
            long memory,
            long offset,
            long bytes,
            MemorySegment host,
            int waits,
            long waitList,
            long event) {
        return copy(
                toDevice, queue, memory, NOT_BLOCKING, offset, bytes, host, waits, waitList, event);
    }

    /** Copies an interval and returns when that has been done. */
    public static int copyAndWait(
            boolean toDevice,
            long queue,
            long memory,
            long offset,
            long bytes,
            MemorySegment host) {
        return copy(toDevice, queue, memory, BLOCKING, offset, bytes, host, 0, 0, 0);
    }

    private static int copy(
            boolean toDevice,
            long queue,
            long memory,
            int blocking,
            long offset,
            long bytes,
            MemorySegment host,
            int waits,
            long waitList,
            long event) {
        try {
            return (int)
                    (toDevice ? WRITE : READ)
                            .invokeExact(
                                    queue, memory, blocking, offset, bytes, host, waits, waitList,
                                    event);
        } catch (Throwable impossible) {
            throw broken(impossible);
        }
    }

    /**
     * Copies a box. Origin in device memory, origin in host memory and extents stand at {@code
     * box}, {@code box + 24} and {@code box + 48}; row and slice pitch of the device and of the
     * host at {@code box + 72}.
     */
    public static int copyBox(
            boolean toDevice,
            long queue,
            long memory,
            MemorySegment box,
            MemorySegment host,
            int waits,
            long waitList,
            long event) {
        long at = box.address();
        long rowPitch = box.get(JAVA_LONG, 72);
        long slicePitch = box.get(JAVA_LONG, 80);
        long hostRowPitch = box.get(JAVA_LONG, 88);
        long hostSlicePitch = box.get(JAVA_LONG, 96);
        try {
            return (int)
                    (toDevice ? WRITE_BOX : READ_BOX)
                            .invokeExact(
                                    queue,
                                    memory,
                                    0,
                                    at,
                                    at + 24,
                                    at + 48,
                                    rowPitch,
                                    slicePitch,
                                    hostRowPitch,
                                    hostSlicePitch,
                                    host,
                                    waits,
                                    waitList,
                                    event);
        } catch (Throwable impossible) {
            throw broken(impossible);
        }
    }

    /** Copies an interval from one buffer to another, or within one. */
    public static int copyWithin(
            long queue,
            long source,
            long target,
            long from,
            long to,
            long bytes,
            int waits,
            long waitList,
            long event) {
        try {
            return (int)
                    COPY.invokeExact(
                            queue, source, target, from, to, bytes, waits, waitList, event);
        } catch (Throwable impossible) {
            throw broken(impossible);
        }
    }

    /** Copies a box from one buffer to another, or within one; {@code box} as above. */
    public static int copyBoxWithin(
            long queue,
            long source,
            long target,
            MemorySegment box,
            int waits,
            long waitList,
            long event) {
        long at = box.address();
        long rowPitch = box.get(JAVA_LONG, 72);
        long slicePitch = box.get(JAVA_LONG, 80);
        long targetRowPitch = box.get(JAVA_LONG, 88);
        long targetSlicePitch = box.get(JAVA_LONG, 96);
        try {
            return (int)
                    COPY_BOX.invokeExact(
                            queue,
                            source,
                            target,
                            at,
                            at + 24,
                            at + 48,
                            rowPitch,
                            slicePitch,
                            targetRowPitch,
                            targetSlicePitch,
                            waits,
                            waitList,
                            event);
        } catch (Throwable impossible) {
            throw broken(impossible);
        }
    }

    public static int mark(long queue, int waits, long waitList, long event) {
        try {
            return (int) MARK.invokeExact(queue, waits, waitList, event);
        } catch (Throwable impossible) {
            throw broken(impossible);
        }
    }

    /** Execution status of a command: 3 to 1 on the way, 0 complete, below 0 failed. */
    public static int eventStatus(long event, MemorySegment scratch) {
        try {
            int status =
                    (int)
                            EVENT_INFO.invokeExact(
                                    event, EVENT_EXECUTION_STATUS, 4L, scratch.address(), 0L);
            return status == ClStatus.SUCCESS ? scratch.get(JAVA_INT, 0) : status;
        } catch (Throwable impossible) {
            throw broken(impossible);
        }
    }

    public static int releaseEvent(long event) {
        try {
            return (int) RELEASE_EVENT.invokeExact(event);
        } catch (Throwable impossible) {
            throw broken(impossible);
        }
    }

    public static int flush(long queue) {
        try {
            return (int) FLUSH.invokeExact(queue);
        } catch (Throwable impossible) {
            throw broken(impossible);
        }
    }

    private static RuntimeException broken(Throwable cause) {
        if (cause instanceof RuntimeException closedSegment) {
            return closedSegment;
        }
        return new IllegalStateException("a native call could not be made", cause);
    }
}
