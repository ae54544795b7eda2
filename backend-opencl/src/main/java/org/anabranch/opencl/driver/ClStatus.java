package org.anabranch.opencl.driver;

import java.util.Map;

/** Status codes of OpenCL 1.2: their names, and which of them mean that the device is lost. */
public final class ClStatus {
    public static final int SUCCESS = 0;
    static final int DEVICE_NOT_FOUND = -1;
    static final int DEVICE_NOT_AVAILABLE = -2;
    public static final int MEM_OBJECT_ALLOCATION_FAILURE = -4;
    public static final int OUT_OF_RESOURCES = -5;
    static final int OUT_OF_HOST_MEMORY = -6;
    public static final int MEM_COPY_OVERLAP = -8;
    static final int BUILD_PROGRAM_FAILURE = -11;
    static final int WAIT_LIST_FAILED = -14;
    static final int INVALID_CONTEXT = -34;
    public static final int INVALID_QUEUE = -36;
    static final int NO_PLATFORM = -1001;

    private static final Map<Integer, String> NAMES =
            Map.ofEntries(
                    Map.entry(DEVICE_NOT_FOUND, "CL_DEVICE_NOT_FOUND"),
                    Map.entry(DEVICE_NOT_AVAILABLE, "CL_DEVICE_NOT_AVAILABLE"),
                    Map.entry(-3, "CL_COMPILER_NOT_AVAILABLE"),
                    Map.entry(MEM_OBJECT_ALLOCATION_FAILURE, "CL_MEM_OBJECT_ALLOCATION_FAILURE"),
                    Map.entry(OUT_OF_RESOURCES, "CL_OUT_OF_RESOURCES"),
                    Map.entry(OUT_OF_HOST_MEMORY, "CL_OUT_OF_HOST_MEMORY"),
                    Map.entry(-7, "CL_PROFILING_INFO_NOT_AVAILABLE"),
                    Map.entry(MEM_COPY_OVERLAP, "CL_MEM_COPY_OVERLAP"),
                    Map.entry(BUILD_PROGRAM_FAILURE, "CL_BUILD_PROGRAM_FAILURE"),
                    Map.entry(-12, "CL_MAP_FAILURE"),
                    Map.entry(-13, "CL_MISALIGNED_SUB_BUFFER_OFFSET"),
                    Map.entry(WAIT_LIST_FAILED, "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST"),
                    Map.entry(-18, "CL_DEVICE_PARTITION_FAILED"),
                    Map.entry(-30, "CL_INVALID_VALUE"),
                    Map.entry(-33, "CL_INVALID_DEVICE"),
                    Map.entry(INVALID_CONTEXT, "CL_INVALID_CONTEXT"),
                    Map.entry(INVALID_QUEUE, "CL_INVALID_COMMAND_QUEUE"),
                    Map.entry(-38, "CL_INVALID_MEM_OBJECT"),
                    Map.entry(-42, "CL_INVALID_BINARY"),
                    Map.entry(-43, "CL_INVALID_BUILD_OPTIONS"),
                    Map.entry(-44, "CL_INVALID_PROGRAM"),
                    Map.entry(-45, "CL_INVALID_PROGRAM_EXECUTABLE"),
                    Map.entry(-46, "CL_INVALID_KERNEL_NAME"),
                    Map.entry(-48, "CL_INVALID_KERNEL"),
                    Map.entry(-49, "CL_INVALID_ARG_INDEX"),
                    Map.entry(-50, "CL_INVALID_ARG_VALUE"),
                    Map.entry(-51, "CL_INVALID_ARG_SIZE"),
                    Map.entry(-52, "CL_INVALID_KERNEL_ARGS"),
                    Map.entry(-53, "CL_INVALID_WORK_DIMENSION"),
                    Map.entry(-54, "CL_INVALID_WORK_GROUP_SIZE"),
                    Map.entry(-55, "CL_INVALID_WORK_ITEM_SIZE"),
                    Map.entry(-56, "CL_INVALID_GLOBAL_OFFSET"),
                    Map.entry(-57, "CL_INVALID_EVENT_WAIT_LIST"),
                    Map.entry(-58, "CL_INVALID_EVENT"),
                    Map.entry(-61, "CL_INVALID_BUFFER_SIZE"),
                    Map.entry(-63, "CL_INVALID_GLOBAL_WORK_SIZE"),
                    Map.entry(-68, "CL_INVALID_DEVICE_PARTITION_COUNT"),
                    Map.entry(NO_PLATFORM, "CL_PLATFORM_NOT_FOUND_KHR"));

    private ClStatus() {}

    static String name(int status) {
        return NAMES.getOrDefault(status, "OpenCL status") + " (" + status + ")";
    }

    /**
     * Returns true if a command that ended with this status has damaged its context: only -4, -6
     * and -14 are known to spare it.
     */
    public static boolean endsContext(int commandStatus) {
        return commandStatus != MEM_OBJECT_ALLOCATION_FAILURE
                && commandStatus != OUT_OF_HOST_MEMORY
                && commandStatus != WAIT_LIST_FAILED;
    }

    /**
     * Returns true if this status of a rejected call means that the device or its context is gone.
     */
    public static boolean deviceGone(int callStatus) {
        return callStatus == DEVICE_NOT_AVAILABLE
                || callStatus == -33
                || callStatus == INVALID_CONTEXT
                || callStatus == INVALID_QUEUE
                || callStatus < -70 && callStatus != NO_PLATFORM;
    }
}
