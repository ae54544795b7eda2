package org.anabranch.scheduler.coherence;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/**
 * Memory of large buffers, on huge pages where Linux gives them to who asks ({@code madvise} in
 * {@code /sys/kernel/mm/transparent_hugepage/enabled}). The columns of a large matrix lie on pages
 * of their own otherwise, of which there are more than a processor keeps translations of.
 */
final class HugePages {
    private static final long PAGE = 2 << 20;

    /** Less is not worth a mapping of its own. */
    static final long LEAST_BYTES = 4 * PAGE;

    private static final int READ_AND_WRITE = 3;
    private static final int PRIVATE_AND_ANONYMOUS = 0x22;
    private static final int HUGE = 14;
    private static final long REFUSED = -1;

    /** Null until it is needed; not in the initializer, which a full heap would fail for good. */
    private static volatile Optional<HugePages> there;

    private final MethodHandle map;
    private final MethodHandle advise;
    private final MethodHandle unmap;

    private HugePages(Linker linker) {
        this.map =
                handle(
                        linker,
                        "mmap",
                        FunctionDescriptor.of(
                                ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT,
                                JAVA_LONG));
        this.advise =
                handle(
                        linker,
                        "madvise",
                        FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));
        this.unmap = handle(linker, "munmap", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG));
    }

    private static MethodHandle handle(Linker linker, String name, FunctionDescriptor type) {
        return linker.downcallHandle(linker.defaultLookup().find(name).orElseThrow(), type);
    }

    /** None on other systems, nor where native access is not granted: asking makes a warning. */
    private static Optional<HugePages> find() {
        boolean may =
                HugePages.class.getModule().isNativeAccessEnabled()
                        && System.getProperty("os.name").equals("Linux");
        try {
            return may ? Optional.of(new HugePages(Linker.nativeLinker())) : Optional.empty();
        } catch (RuntimeException | LinkageError absent) {
            return Optional.empty();
        }
    }

    /**
     * Zeros, until the arena is closed.
     *
     * @return empty if there is no such memory, or not so much
     */
    static Optional<MemorySegment> allocate(Arena arena, long bytes) {
        if (bytes < LEAST_BYTES) {
            return Optional.empty();
        }
        Optional<HugePages> pages = there;
        if (pages == null) {
            pages = find();
            there = pages;
        }
        return pages.flatMap(found -> found.mapped(arena, bytes));
    }

    private Optional<MemorySegment> mapped(Arena arena, long bytes) {
        MemorySegment all = map(bytes + PAGE);
        if (all.address() == REFUSED) {
            return Optional.empty();
        }
        try {
            MemorySegment kept = all.reinterpret(bytes + PAGE, arena, this::free);
            MemorySegment aligned = kept.asSlice(-all.address() & PAGE - 1, bytes);
            int _ = (int) advise.invokeExact(aligned, bytes, HUGE); // refused, it is ordinary
            return Optional.of(aligned);
        } catch (Throwable full) {
            throw new OutOfMemoryError(full.toString());
        }
    }

    private MemorySegment map(long bytes) {
        try {
            return (MemorySegment)
                    map.invokeExact(
                            MemorySegment.NULL,
                            bytes,
                            READ_AND_WRITE,
                            PRIVATE_AND_ANONYMOUS,
                            -1,
                            0L);
        } catch (Throwable full) {
            throw new OutOfMemoryError(full.toString());
        }
    }

    private void free(MemorySegment all) {
        try {
            int _ = (int) unmap.invokeExact(all, all.byteSize());
        } catch (Throwable full) {
            throw new OutOfMemoryError(full.toString());
        }
    }
}
