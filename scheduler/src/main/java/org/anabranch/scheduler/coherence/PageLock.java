package org.anabranch.scheduler.coherence;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.BufferOptions;
import org.anabranch.api.MemoryExhaustedException;
import org.anabranch.scheduler.pool.ForeignCode;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/**
 * A lock of host memory in its place: pages locked by {@code mlock} are never moved out, so that
 * the first transfer after a pause is as fast as any (SRC_PINNED of hStreams). Locks do not nest,
 * so no two buffers may share a page.
 */
public final class PageLock {
    /** A multiple of the pages of all processors that Java runs on. */
    public static final long PAGES = 1 << 16;

    private static final FunctionDescriptor TYPE =
            FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG);

    private PageLock() {}

    /** Allocates zeroed memory on pages of its own. */
    static MemorySegment allocate(Arena arena, long bytes) {
        return arena.allocate(Math.ceilDiv(bytes, PAGES) * PAGES, PAGES).asSlice(0, bytes);
    }

    /**
     * Locks the pages of a buffer, if its options say so.
     *
     * @return true if they are locked
     * @throws MemoryExhaustedException if the system refuses, and the options are strict
     */
    public static boolean lock(MemorySegment memory, BufferOptions options, String name) {
        if (!options.pinned()) {
            return false;
        }
        Optional<String> refusal = call("mlock", memory);
        if (refusal.isEmpty()) {
            return true;
        }
        String what =
                "the system does not lock the %s bytes of %s (%s; ulimit -l says how much it would)"
                        .formatted(memory.byteSize(), name, refusal.get());
        if (options.strict()) {
            throw new MemoryExhaustedException(what);
        }
        ForeignCode.log(System.Logger.Level.INFO, what + ": ordinary memory is taken");
        return false;
    }

    static void unlock(MemorySegment memory) {
        call("munlock", memory)
                .ifPresent(
                        refusal ->
                                ForeignCode.log(
                                        System.Logger.Level.WARNING, "munlock: " + refusal));
    }

    /** Why it failed, or empty. */
    private static Optional<String> call(String function, MemorySegment memory) {
        try (Arena arena = Arena.ofConfined()) {
            Linker linker = Linker.nativeLinker();
            MethodHandle handle =
                    linker.downcallHandle(
                            linker.defaultLookup().find(function).orElseThrow(),
                            TYPE,
                            Linker.Option.captureCallState("errno"));
            MemoryLayout layout = Linker.Option.captureStateLayout();
            MemorySegment state = arena.allocate(layout);
            if ((int) handle.invokeExact(state, memory, memory.byteSize()) == 0) {
                return Optional.empty();
            }
            long errno = layout.byteOffset(MemoryLayout.PathElement.groupElement("errno"));
            return Optional.of("error " + state.get(JAVA_INT, errno));
        } catch (Throwable absent) {
            return Optional.of(absent.toString());
        }
    }
}
