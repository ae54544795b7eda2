package org.anabranch.mic.sink;

import org.anabranch.spi.support.BackendLog;

import java.io.File;
import java.lang.System.Logger.Level;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The few functions of the system that Java does not offer. */
final class Libc {
    private static final String MISPLACED =
            "this system does not let memory be placed where workers are; it lies anywhere";
    private static final String UNBOUND =
            "this system does not let workers be bound to processors; they run anywhere";
    private static final Set<String> TOLD = ConcurrentHashMap.newKeySet();
    private static final Linker LINKER = Linker.nativeLinker();
    private static final SymbolLookup LOOKUP = LINKER.defaultLookup();
    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final MethodHandle MMAP =
            find("mmap", FunctionDescriptor.of(WORD, WORD, WORD, INT, INT, INT, WORD));
    private static final MethodHandle MUNMAP =
            find("munmap", FunctionDescriptor.of(INT, WORD, WORD));
    private static final MethodHandle MADVISE =
            find("madvise", FunctionDescriptor.of(INT, WORD, WORD, INT));
    private static final MethodHandle SCHED_SETAFFINITY =
            find("sched_setaffinity", FunctionDescriptor.of(INT, INT, WORD, ValueLayout.ADDRESS));

    private static final MethodHandle SYSCALL =
            LOOKUP.find("syscall")
                    .map(
                            address ->
                                    LINKER.downcallHandle(
                                            address,
                                            FunctionDescriptor.of(
                                                    WORD,
                                                    WORD,
                                                    WORD,
                                                    WORD,
                                                    WORD,
                                                    ValueLayout.ADDRESS,
                                                    WORD,
                                                    WORD),
                                            Linker.Option.firstVariadicArg(1)))
                    .orElse(null);

    private static final long MBIND = System.getProperty("os.arch").equals("amd64") ? 237 : 235;
    private static final long PREFERRED = 1;
    private static final long PREFERRED_MANY = 5;
    private static final int READ_WRITE = 3;
    private static final int PRIVATE_ANONYMOUS_NORESERVE = 0x4022;
    private static final int HUGE_PAGES = 14;
    private static final int CPU_SET_BYTES = 128;

    private Libc() {}

    private static MethodHandle find(String name, FunctionDescriptor type) {
        return LOOKUP.find(name).map(address -> LINKER.downcallHandle(address, type)).orElse(null);
    }

    /**
     * Memory of zeros from the system, aligned.
     *
     * @throws OutOfMemoryError if there is none
     */
    static MemorySegment map(long bytes, long alignment) {
        try {
            long all = bytes + alignment;
            long start =
                    (long)
                            MMAP.invokeExact(
                                    0L, all, READ_WRITE, PRIVATE_ANONYMOUS_NORESERVE, -1, 0L);
            if (start == -1) {
                throw new OutOfMemoryError("the system gave no " + bytes + " bytes");
            }
            long aligned = (start + alignment - 1) / alignment * alignment;
            unmap(start, aligned - start);
            unmap(aligned + bytes, start + all - aligned - bytes);
            int ignored = (int) MADVISE.invokeExact(aligned, bytes, HUGE_PAGES);
            return MemorySegment.ofAddress(aligned).reinterpret(bytes);
        } catch (RuntimeException | Error failure) {
            throw failure;
        } catch (Throwable impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    static void unmap(MemorySegment memory) {
        unmap(memory.address(), memory.byteSize());
    }

    private static void unmap(long start, long bytes) {
        if (bytes == 0) {
            return;
        }
        try {
            int ignored = (int) MUNMAP.invokeExact(start, bytes);
        } catch (Throwable impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /**
     * Asks for the pages of memory that has none yet to be on some nodes of this machine, given as
     * bits. Returns whether it is so; a system without nodes has nothing to choose.
     */
    static boolean prefer(MemorySegment memory, long nodes) {
        if (SYSCALL == null) {
            return told(MISPLACED, false);
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment mask = arena.allocateFrom(WORD, nodes);
            long mode = Long.bitCount(nodes) == 1 ? PREFERRED : PREFERRED_MANY;
            long refused =
                    (long)
                            SYSCALL.invokeExact(
                                    MBIND,
                                    memory.address(),
                                    memory.byteSize(),
                                    mode,
                                    mask,
                                    (long) Long.SIZE + 1,
                                    0L);
            return told(MISPLACED, refused == 0);
        } catch (Throwable impossible) {
            return told(MISPLACED, false);
        }
    }

    /** The node of this machine that a processor belongs to, as a bit; 0 if there are none. */
    static long node(int processor) {
        String[] entries = new File("/sys/devices/system/cpu/cpu" + processor).list();
        return entries == null
                ? 0
                : Arrays.stream(entries)
                        .filter(name -> name.matches("node\\d+"))
                        .mapToInt(name -> Integer.parseInt(name.substring("node".length())))
                        .filter(node -> node < Long.SIZE)
                        .mapToLong(node -> 1L << node)
                        .findFirst()
                        .orElse(0);
    }

    /** Binds the calling thread to a processor of this machine. Returns whether it is so. */
    static boolean bind(int processor) {
        if (SCHED_SETAFFINITY == null || processor >= 8 * CPU_SET_BYTES) {
            return told(UNBOUND, false);
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment set = arena.allocate(CPU_SET_BYTES, 8);
            int word = processor / 64;
            set.setAtIndex(WORD, word, 1L << processor % 64);
            int refused = (int) SCHED_SETAFFINITY.invokeExact(0, (long) CPU_SET_BYTES, set);
            return told(UNBOUND, refused == 0);
        } catch (Throwable impossible) {
            return told(UNBOUND, false);
        }
    }

    /** Logs once what the system refuses, since the card then goes on without it. */
    private static boolean told(String consequence, boolean done) {
        if (!done && TOLD.add(consequence)) {
            BackendLog.say(Libc.class, Level.WARNING, consequence, null);
        }
        return done;
    }
}
