package org.anabranch.acceptance;

import static org.anabranch.acceptance.MisuseBench.ADD;

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
import java.util.Locale;

/**
 * The conditions for which calls of hStreams return error codes, and the exception that the same
 * misuse gets here.
 */
enum Misuse {
    PLACE_NO_SUCH_DOMAIN(
            "GetPhysDomainDetails, DOMAIN_OUT_OF_RANGE",
            UnknownDomainException.class,
            bench -> bench.platform.domains("nowhere:7")),
    PLACE_NO_SUCH_KIND(
            "GetPhysDomainDetails, DOMAIN_OUT_OF_RANGE",
            UnknownDomainException.class,
            bench -> bench.platform.domains("nowhere")),
    PLACE_AN_EMPTY_MASK(
            "AddLogDomain, CPU_MASK_OUT_OF_RANGE",
            RangeException.class,
            bench -> bench.domain.part(ProcessorMask.of())),
    PLACE_OUTSIDE_THE_DOMAIN(
            "AddLogDomain, CPU_MASK_OUT_OF_RANGE",
            RangeException.class,
            bench -> bench.domain.part(ProcessorMask.of(5000))),
    PLACE_PARTLY_OUTSIDE_THE_DOMAIN(
            "AddLogDomain, CPU_MASK_OUT_OF_RANGE",
            RangeException.class,
            bench -> bench.domain.part(ProcessorMask.of(0, 5000))),
    PLACE_MORE_PARTS_THAN_PROCESSORS(
            "app_init, CPU_MASK_OUT_OF_RANGE",
            RangeException.class,
            bench -> bench.domain.split(5000)),
    PLACE_NO_PARTS("app_init, OUT_OF_RANGE", RangeException.class, bench -> bench.domain.split(0)),
    PLACE_A_MASK_THAT_IS_NULL(
            "app_init, NULL_PTR", NullPointerException.class, bench -> bench.domain.part(null)),
    RUN_A_STREAM_THAT_IS_GONE(
            "EnqueueCompute, NOT_FOUND",
            ClosedException.class,
            bench -> bench.gone.run(ADD, bench.x.all().inOut(), bench.one)),
    RUN_A_BUFFER_THAT_IS_GONE(
            "EnqueueCompute, NOT_FOUND",
            ClosedException.class,
            bench -> bench.stream.run(ADD, bench.freed.all().inOut(), bench.one)),
    RUN_A_KERNEL_THAT_IS_NULL(
            "EnqueueCompute, BAD_NAME",
            NullPointerException.class,
            bench -> bench.stream.run(null, bench.x.all().inOut())),
    RUN_NO_CODE_FOR_THE_DOMAIN(
            "EnqueueCompute, BAD_NAME",
            KernelFormatException.class,
            bench -> bench.stream.run(MisuseBench.WITHOUT_CODE, bench.x.all().inOut())),
    RUN_ONE_ARGUMENT_TOO_MANY(
            "EnqueueCompute, TOO_MANY_ARGS",
            KernelArgumentException.class,
            bench -> bench.stream.run(ADD, bench.x.all().inOut(), bench.one, bench.one)),
    RUN_ONE_ARGUMENT_TOO_FEW(
            "EnqueueCompute, INCONSISTENT_ARGS",
            KernelArgumentException.class,
            bench -> bench.stream.run(ADD, bench.x.all().inOut())),
    RUN_A_NUMBER_FOR_MEMORY(
            "EnqueueCompute, INCONSISTENT_ARGS",
            KernelArgumentException.class,
            bench -> bench.stream.run(ADD, bench.one, bench.one)),
    RUN_MEMORY_FOR_A_NUMBER(
            "EnqueueCompute, INCONSISTENT_ARGS",
            KernelArgumentException.class,
            bench -> bench.stream.run(ADD, bench.x.all().inOut(), bench.x.all().in())),
    RUN_MEMORY_THAT_IS_ONLY_READ(
            "EnqueueCompute, INCONSISTENT_ARGS",
            KernelArgumentException.class,
            bench -> bench.stream.run(ADD, bench.x.all().in(), bench.one)),
    RUN_A_NUMBER_OF_ANOTHER_TYPE(
            "EnqueueCompute, INCONSISTENT_ARGS",
            KernelArgumentException.class,
            bench -> Argument.of((short) 1)),
    RUN_AN_ARGUMENT_THAT_IS_NULL(
            "EnqueueCompute, NULL_PTR",
            KernelArgumentException.class,
            bench -> bench.stream.run(ADD, bench.x.all().inOut(), null)),
    RUN_NO_ARGUMENTS_AT_ALL(
            "EnqueueCompute, NULL_PTR",
            NullPointerException.class,
            bench -> bench.stream.run(ADD, (Argument[]) null)),
    COPY_A_TARGET_THAT_IS_NULL(
            "EnqueueData1D, NULL_PTR",
            NullPointerException.class,
            bench -> bench.stream.copy(bench.x.all(), null)),
    COPY_A_SOURCE_THAT_IS_NULL(
            "EnqueueData1D, NULL_PTR",
            NullPointerException.class,
            bench -> bench.stream.copy(null, bench.x.all())),
    COPY_A_STREAM_THAT_IS_GONE(
            "EnqueueData1D, NOT_FOUND",
            ClosedException.class,
            bench -> bench.gone.copy(bench.x.all(), bench.y.all())),
    COPY_A_TARGET_THAT_IS_GONE(
            "EnqueueData1D, NOT_FOUND",
            ClosedException.class,
            bench -> bench.stream.copy(bench.x.all(), bench.freed.all())),
    COPY_A_SOURCE_THAT_IS_GONE(
            "EnqueueData1D, NOT_FOUND",
            ClosedException.class,
            bench -> bench.stream.copy(bench.freed.all(), bench.x.all())),
    COPY_BEYOND_THE_END_OF_A_BUFFER(
            "EnqueueData1D, OUT_OF_RANGE", RangeException.class, bench -> bench.x.elements(5, 6)),
    COPY_BEFORE_ITS_START(
            "EnqueueData1D, OUT_OF_RANGE", RangeException.class, bench -> bench.x.elements(-1, 1)),
    COPY_A_SIZE_THAT_OVERFLOWS(
            "EnqueueData1D, OUT_OF_RANGE",
            RangeException.class,
            bench -> bench.x.elements(1, Long.MAX_VALUE)),
    COPY_A_REGION_BEYOND_2_TO_THE_63(
            "EnqueueData1D, OUT_OF_RANGE",
            RangeException.class,
            bench -> bench.x.range(Region.of(Long.MAX_VALUE - 7, 64))),
    COPY_SIZES_THAT_DIFFER(
            "EnqueueData1D, OUT_OF_RANGE",
            RangeException.class,
            bench -> bench.stream.copy(bench.x.elements(0, 3), bench.y.elements(0, 2))),
    COPY_SOURCE_AND_TARGET_OVERLAP(
            "EnqueueDataXDomain1D, OVERLAPPING_RESOURCES",
            RangeException.class,
            bench -> bench.stream.copy(bench.x.elements(0, 3), bench.x.elements(2, 3))),
    COPY_A_PREFETCH_OF_WHAT_IS_GONE(
            "EnqueueDataXDomain1D, NOT_FOUND",
            ClosedException.class,
            bench -> bench.stream.prefetch(bench.freed.all())),
    COPY_A_FETCH_OF_WHAT_IS_GONE(
            "EnqueueDataXDomain1D, NOT_FOUND",
            ClosedException.class,
            bench -> bench.stream.fetch(bench.freed.all())),
    COPY_A_PREFETCH_TO_NO_DOMAIN(
            "EnqueueDataXDomain1D, DOMAIN_OUT_OF_RANGE",
            IllegalStateException.class,
            bench -> bench.unbound.prefetch(bench.x.all())),
    SYNCHRONIZE_A_KERNEL_FAILED_OR_IS_NOT_BUILT(
            "StreamSynchronize, REMOTE_ERROR", AnabranchException.class, MisuseBench::awaitFailure),
    SYNCHRONIZE_AN_ACTION_WAS_CANCELLED(
            "StreamSynchronize, EVENT_CANCELED",
            ActionCancelledException.class,
            MisuseBench::awaitCancelled),
    WAIT_A_KERNEL_FAILED_OR_IS_NOT_BUILT(
            "EventWait, REMOTE_ERROR", AnabranchException.class, bench -> bench.failed().await()),
    WAIT_ANY_OF_NO_EVENTS(
            "EventWait, OUT_OF_RANGE",
            IllegalArgumentException.class,
            bench -> bench.platform.awaitAny(List.of(), Duration.ZERO)),
    WAIT_EVENTS_THAT_ARE_NULL(
            "EventWait, NULL_PTR",
            NullPointerException.class,
            bench -> bench.platform.awaitAll(null, Duration.ZERO)),
    WAIT_AN_EVENT_THAT_IS_NULL(
            "EventWait, NULL_PTR",
            NullPointerException.class,
            bench -> bench.platform.awaitAll(Collections.singletonList(null), Duration.ZERO)),
    ORDER_A_STREAM_THAT_IS_GONE(
            "EventStreamWait, NOT_FOUND", ClosedException.class, bench -> bench.gone.waitFor()),
    ORDER_A_BUFFER_THAT_IS_GONE(
            "EventStreamWait, NOT_FOUND",
            ClosedException.class,
            bench -> bench.stream.run(ADD, bench.freed.elements(0, 1).inOut(), bench.one)),
    ORDER_AN_EVENT_THAT_IS_NULL(
            "EventStreamWait, INCONSISTENT_ARGS",
            NullPointerException.class,
            bench -> bench.stream.waitFor(Arrays.asList(null, null), bench.x.all())),
    ORDER_RANGES_THAT_ARE_NULL(
            "EventStreamWait, INCONSISTENT_ARGS",
            NullPointerException.class,
            bench -> bench.stream.waitFor(List.of(), bench.x.all(), null)),
    BUFFER_NO_ELEMENTS(
            "Alloc1DEx, OUT_OF_RANGE",
            RangeException.class,
            bench -> bench.platform.buffer(JAVA_LONG, 0)),
    BUFFER_FEWER_THAN_NONE(
            "Alloc1DEx, OUT_OF_RANGE",
            RangeException.class,
            bench -> bench.platform.buffer(JAVA_LONG, -1)),
    BUFFER_NO_EXTENTS(
            "Alloc1DEx, OUT_OF_RANGE",
            RangeException.class,
            bench -> bench.platform.buffer(JAVA_LONG)),
    BUFFER_FOUR_EXTENTS(
            "Alloc1DEx, OUT_OF_RANGE",
            RangeException.class,
            bench -> bench.platform.buffer(JAVA_LONG, 1, 1, 1, 1)),
    BUFFER_A_SIZE_THAT_OVERFLOWS(
            "Alloc1DEx, OUT_OF_RANGE",
            RangeException.class,
            bench -> bench.platform.buffer(JAVA_LONG, 1L << 61, 4)),
    BUFFER_MORE_THAN_THE_HOST_HAS(
            "Alloc1DEx, OUT_OF_MEMORY",
            MemoryExhaustedException.class,
            bench -> bench.platform.buffer(JAVA_LONG, 1L << 58)),
    BUFFER_NO_ELEMENT_TYPE(
            "Alloc1DEx, NULL_PTR",
            NullPointerException.class,
            bench -> bench.platform.buffer(null, 1)),
    BUFFER_PROPERTIES_THAT_ARE_NULL(
            "Alloc1DEx, NULL_PTR",
            NullPointerException.class,
            bench -> bench.platform.buffer(null, JAVA_LONG, 1)),
    BUFFER_READING_WHAT_IS_GONE(
            "DeAlloc, NOT_FOUND", ClosedException.class, bench -> bench.freed.read()),
    BUFFER_WRITING_WHAT_IS_GONE(
            "DeAlloc, NOT_FOUND", ClosedException.class, bench -> bench.freed.write());

    /** A misuse that must be refused. */
    interface Program {
        void run(MisuseBench bench);
    }

    private final String code;
    final Class<? extends RuntimeException> error;
    final Program program;

    /**
     * Creates a misuse; its name is a group and the condition.
     *
     * @param code call and result code of hStreams
     * @param error that it gets here
     * @param program that must get it
     */
    Misuse(String code, Class<? extends RuntimeException> error, Program program) {
        this.code = code;
        this.error = error;
        this.program = program;
    }

    /** {@return call and result code of hStreams, and the condition} */
    String title() {
        String condition = name().substring(name().indexOf('_') + 1);
        return code + ": " + condition.toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
