package org.anabranch.acceptance;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.ActionCancelledException;
import org.anabranch.api.AnabranchException;
import org.anabranch.api.Argument;
import org.anabranch.api.ClosedException;
import org.anabranch.api.KernelArgumentException;
import org.anabranch.api.KernelFormatException;
import org.anabranch.api.MemoryExhaustedException;
import org.anabranch.api.ProcessorMask;
import org.anabranch.api.RangeException;
import org.anabranch.api.Region;
import org.anabranch.api.UnknownDomainException;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * The conditions for which calls of hStreams return error codes, and the exception that the same
 * misuse gets here.
 */
enum Misuse {
    PLACE_NO_SUCH_DOMAIN(
            "GetPhysDomainDetails",
            "DOMAIN_OUT_OF_RANGE",
            "no such domain",
            UnknownDomainException.class,
            bench -> bench.platform.domains("nowhere:7")),
    PLACE_NO_SUCH_KIND(
            "GetPhysDomainDetails",
            "DOMAIN_OUT_OF_RANGE",
            "no such kind",
            UnknownDomainException.class,
            bench -> bench.platform.domains("nowhere")),
    PLACE_EMPTY_MASK(
            "AddLogDomain",
            "CPU_MASK_OUT_OF_RANGE",
            "an empty mask",
            RangeException.class,
            bench -> bench.domain.part(ProcessorMask.of())),
    PLACE_OUTSIDE_DOMAIN(
            "AddLogDomain",
            "CPU_MASK_OUT_OF_RANGE",
            "outside the domain",
            RangeException.class,
            bench -> bench.domain.part(ProcessorMask.of(5000))),
    PLACE_PARTLY_OUTSIDE_DOMAIN(
            "AddLogDomain",
            "CPU_MASK_OUT_OF_RANGE",
            "partly outside the domain",
            RangeException.class,
            bench -> bench.domain.part(ProcessorMask.of(0, 5000))),
    PLACE_MORE_PARTS_THAN_PROCESSORS(
            "app_init",
            "CPU_MASK_OUT_OF_RANGE",
            "more parts than processors",
            RangeException.class,
            bench -> bench.domain.split(5000)),
    PLACE_NO_PARTS(
            "app_init",
            "OUT_OF_RANGE",
            "no parts",
            RangeException.class,
            bench -> bench.domain.split(0)),
    PLACE_MASK_NULL(
            "app_init",
            "NULL_PTR",
            "a mask that is null",
            NullPointerException.class,
            bench -> bench.domain.part(null)),
    RUN_STREAM_GONE(
            "EnqueueCompute",
            "NOT_FOUND",
            "a stream that is gone",
            ClosedException.class,
            bench -> bench.gone.run(MisuseBench.ADD, bench.x.all().inOut(), bench.one)),
    RUN_BUFFER_GONE(
            "EnqueueCompute",
            "NOT_FOUND",
            "a buffer that is gone",
            ClosedException.class,
            bench -> bench.stream.run(MisuseBench.ADD, bench.freed.all().inOut(), bench.one)),
    RUN_KERNEL_NULL(
            "EnqueueCompute",
            "BAD_NAME",
            "a kernel that is null",
            NullPointerException.class,
            bench -> bench.stream.run(null, bench.x.all().inOut())),
    RUN_NO_CODE_FOR_DOMAIN(
            "EnqueueCompute",
            "BAD_NAME",
            "no code for the domain",
            KernelFormatException.class,
            bench -> bench.stream.run(MisuseBench.WITHOUT_CODE, bench.x.all().inOut())),
    RUN_ONE_ARGUMENT_TOO_MANY(
            "EnqueueCompute",
            "TOO_MANY_ARGS",
            "one argument too many",
            KernelArgumentException.class,
            bench ->
                    bench.stream.run(MisuseBench.ADD, bench.x.all().inOut(), bench.one, bench.one)),
    RUN_ONE_ARGUMENT_TOO_FEW(
            "EnqueueCompute",
            "INCONSISTENT_ARGS",
            "one argument too few",
            KernelArgumentException.class,
            bench -> bench.stream.run(MisuseBench.ADD, bench.x.all().inOut())),
    RUN_NUMBER_FOR_MEMORY(
            "EnqueueCompute",
            "INCONSISTENT_ARGS",
            "a number for memory",
            KernelArgumentException.class,
            bench -> bench.stream.run(MisuseBench.ADD, bench.one, bench.one)),
    RUN_MEMORY_FOR_NUMBER(
            "EnqueueCompute",
            "INCONSISTENT_ARGS",
            "memory for a number",
            KernelArgumentException.class,
            bench -> bench.stream.run(MisuseBench.ADD, bench.x.all().inOut(), bench.x.all().in())),
    RUN_MEMORY_ONLY_READ(
            "EnqueueCompute",
            "INCONSISTENT_ARGS",
            "memory that is only read",
            KernelArgumentException.class,
            bench -> bench.stream.run(MisuseBench.ADD, bench.x.all().in(), bench.one)),
    RUN_NUMBER_OF_ANOTHER_TYPE(
            "EnqueueCompute",
            "INCONSISTENT_ARGS",
            "a number of another type",
            KernelArgumentException.class,
            bench -> Argument.of((short) 1)),
    RUN_ARGUMENT_NULL(
            "EnqueueCompute",
            "NULL_PTR",
            "an argument that is null",
            KernelArgumentException.class,
            bench -> bench.stream.run(MisuseBench.ADD, bench.x.all().inOut(), null)),
    RUN_NO_ARGUMENTS_AT_ALL(
            "EnqueueCompute",
            "NULL_PTR",
            "no arguments at all",
            NullPointerException.class,
            bench -> bench.stream.run(MisuseBench.ADD, (Argument[]) null)),
    COPY_TARGET_NULL(
            "EnqueueData1D",
            "NULL_PTR",
            "a target that is null",
            NullPointerException.class,
            bench -> bench.stream.copy(bench.x.all(), null)),
    COPY_SOURCE_NULL(
            "EnqueueData1D",
            "NULL_PTR",
            "a source that is null",
            NullPointerException.class,
            bench -> bench.stream.copy(null, bench.x.all())),
    COPY_STREAM_GONE(
            "EnqueueData1D",
            "NOT_FOUND",
            "a stream that is gone",
            ClosedException.class,
            bench -> bench.gone.copy(bench.x.all(), bench.y.all())),
    COPY_TARGET_GONE(
            "EnqueueData1D",
            "NOT_FOUND",
            "a target that is gone",
            ClosedException.class,
            bench -> bench.stream.copy(bench.x.all(), bench.freed.all())),
    COPY_SOURCE_GONE(
            "EnqueueData1D",
            "NOT_FOUND",
            "a source that is gone",
            ClosedException.class,
            bench -> bench.stream.copy(bench.freed.all(), bench.x.all())),
    COPY_BEYOND_END_OF_BUFFER(
            "EnqueueData1D",
            "OUT_OF_RANGE",
            "beyond the end of a buffer",
            RangeException.class,
            bench -> bench.x.elements(5, 6)),
    COPY_BEFORE_ITS_START(
            "EnqueueData1D",
            "OUT_OF_RANGE",
            "before its start",
            RangeException.class,
            bench -> bench.x.elements(-1, 1)),
    COPY_SIZE_THAT_OVERFLOWS(
            "EnqueueData1D",
            "OUT_OF_RANGE",
            "a size that overflows",
            RangeException.class,
            bench -> bench.x.elements(1, Long.MAX_VALUE)),
    COPY_REGION_BEYOND_2_63(
            "EnqueueData1D",
            "OUT_OF_RANGE",
            "a region beyond 2^63",
            RangeException.class,
            bench -> bench.x.range(Region.of(Long.MAX_VALUE - 7, 64))),
    COPY_SIZES_THAT_DIFFER(
            "EnqueueData1D",
            "OUT_OF_RANGE",
            "sizes that differ",
            RangeException.class,
            bench -> bench.stream.copy(bench.x.elements(0, 3), bench.y.elements(0, 2))),
    COPY_SOURCE_AND_TARGET_OVERLAP(
            "EnqueueDataXDomain1D",
            "OVERLAPPING_RESOURCES",
            "source and target overlap",
            RangeException.class,
            bench -> bench.stream.copy(bench.x.elements(0, 3), bench.x.elements(2, 3))),
    COPY_PREFETCH_OF_WHAT_IS_GONE(
            "EnqueueDataXDomain1D",
            "NOT_FOUND",
            "a prefetch of what is gone",
            ClosedException.class,
            bench -> bench.stream.prefetch(bench.freed.all())),
    COPY_FETCH_OF_WHAT_IS_GONE(
            "EnqueueDataXDomain1D",
            "NOT_FOUND",
            "a fetch of what is gone",
            ClosedException.class,
            bench -> bench.stream.fetch(bench.freed.all())),
    COPY_PREFETCH_TO_NO_DOMAIN(
            "EnqueueDataXDomain1D",
            "DOMAIN_OUT_OF_RANGE",
            "a prefetch to no domain",
            IllegalStateException.class,
            bench -> bench.unbound.prefetch(bench.x.all())),
    WAIT_KERNEL_FAILED_OR_IS_NOT_BUILT_OF_STREAMSYNCHRONIZE(
            "StreamSynchronize",
            "REMOTE_ERROR",
            "a kernel failed, or is not built",
            AnabranchException.class,
            MisuseBench::awaitFailure),
    WAIT_ACTION_WAS_CANCELLED(
            "StreamSynchronize",
            "EVENT_CANCELED",
            "an action was cancelled",
            ActionCancelledException.class,
            MisuseBench::awaitCancelled),
    WAIT_KERNEL_FAILED_OR_IS_NOT_BUILT_OF_EVENTWAIT(
            "EventWait",
            "REMOTE_ERROR",
            "a kernel failed, or is not built",
            AnabranchException.class,
            bench -> bench.failed().await()),
    WAIT_ANY_OF_NO_EVENTS(
            "EventWait",
            "OUT_OF_RANGE",
            "any of no events",
            IllegalArgumentException.class,
            bench -> bench.platform.awaitAny(List.of(), Duration.ZERO)),
    WAIT_EVENTS_THAT_ARE_NULL(
            "EventWait",
            "NULL_PTR",
            "events that are null",
            NullPointerException.class,
            bench -> bench.platform.awaitAll(null, Duration.ZERO)),
    WAIT_EVENT_NULL_OF_EVENTWAIT(
            "EventWait",
            "NULL_PTR",
            "an event that is null",
            NullPointerException.class,
            bench -> bench.platform.awaitAll(Collections.singletonList(null), Duration.ZERO)),
    WAIT_STREAM_GONE(
            "EventStreamWait",
            "NOT_FOUND",
            "a stream that is gone",
            ClosedException.class,
            bench -> bench.gone.waitFor()),
    WAIT_BUFFER_GONE(
            "EventStreamWait",
            "NOT_FOUND",
            "a buffer that is gone",
            ClosedException.class,
            bench ->
                    bench.stream.run(
                            MisuseBench.ADD, bench.freed.elements(0, 1).inOut(), bench.one)),
    WAIT_EVENT_NULL_OF_EVENTSTREAMWAIT(
            "EventStreamWait",
            "INCONSISTENT_ARGS",
            "an event that is null",
            NullPointerException.class,
            bench -> bench.stream.waitFor(Arrays.asList(null, null), bench.x.all())),
    WAIT_RANGES_THAT_ARE_NULL(
            "EventStreamWait",
            "INCONSISTENT_ARGS",
            "ranges that are null",
            NullPointerException.class,
            bench -> bench.stream.waitFor(List.of(), bench.x.all(), null)),
    BUFFER_NO_ELEMENTS(
            "Alloc1DEx",
            "OUT_OF_RANGE",
            "no elements",
            RangeException.class,
            bench -> bench.platform.buffer(JAVA_LONG, 0)),
    BUFFER_FEWER_THAN_NONE(
            "Alloc1DEx",
            "OUT_OF_RANGE",
            "fewer than none",
            RangeException.class,
            bench -> bench.platform.buffer(JAVA_LONG, -1)),
    BUFFER_NO_EXTENTS(
            "Alloc1DEx",
            "OUT_OF_RANGE",
            "no extents",
            RangeException.class,
            bench -> bench.platform.buffer(JAVA_LONG)),
    BUFFER_FOUR_EXTENTS(
            "Alloc1DEx",
            "OUT_OF_RANGE",
            "four extents",
            RangeException.class,
            bench -> bench.platform.buffer(JAVA_LONG, 1, 1, 1, 1)),
    BUFFER_SIZE_THAT_OVERFLOWS(
            "Alloc1DEx",
            "OUT_OF_RANGE",
            "a size that overflows",
            RangeException.class,
            bench -> bench.platform.buffer(JAVA_LONG, 1L << 61, 4)),
    BUFFER_MORE_THAN_HOST_HAS(
            "Alloc1DEx",
            "OUT_OF_MEMORY",
            "more than the host has",
            MemoryExhaustedException.class,
            bench -> bench.platform.buffer(JAVA_LONG, 1L << 58)),
    BUFFER_NO_ELEMENT_TYPE(
            "Alloc1DEx",
            "NULL_PTR",
            "no element type",
            NullPointerException.class,
            bench -> bench.platform.buffer(null, 1)),
    BUFFER_PROPERTIES_THAT_ARE_NULL(
            "Alloc1DEx",
            "NULL_PTR",
            "properties that are null",
            NullPointerException.class,
            bench -> bench.platform.buffer(null, JAVA_LONG, 1)),
    BUFFER_READING_WHAT_IS_GONE(
            "DeAlloc",
            "NOT_FOUND",
            "reading what is gone",
            ClosedException.class,
            bench -> bench.freed.read()),
    BUFFER_WRITING_WHAT_IS_GONE(
            "DeAlloc",
            "NOT_FOUND",
            "writing what is gone",
            ClosedException.class,
            bench -> bench.freed.write());

    /** A misuse that must be refused. */
    interface Program {
        void run(MisuseBench bench);
    }

    private final String call;
    private final String code;
    private final String condition;
    final Class<? extends RuntimeException> error;
    final Program program;

    Misuse(
            String call,
            String code,
            String condition,
            Class<? extends RuntimeException> error,
            Program program) {
        this.call = call;
        this.code = code;
        this.condition = condition;
        this.error = error;
        this.program = program;
    }

    /** {@return call and result code of hStreams, and the condition} */
    String title() {
        return call + ", " + code + ": " + condition;
    }
}
