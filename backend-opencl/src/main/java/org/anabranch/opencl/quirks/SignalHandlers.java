package org.anabranch.opencl.quirks;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.opencl.driver.ClStatus;
import org.anabranch.spi.support.BackendLog;

import java.lang.System.Logger.Level;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.IntSupplier;

/**
 * The protection of the VM's signal handlers while a driver compiles. LLVM, which PoCL uses for
 * that, replaces them for the whole process when it first writes a temporary file. The next signal,
 * and the VM makes itself one in each thread that it stops in compiled code, then deletes that file
 * under the compiler's hands, so that the build fails for nothing; two at once end the process.
 *
 * <p>LLVM replaces them once: so it is made to do so before a build, and they are restored
 * immediately. A driver with an LLVM inside that cannot be called loses them after its first build;
 * until then a build that failed is tried once more. With the JDK's {@code libjsig} preloaded none
 * of this is needed. Thread-safe.
 */
public final class SignalHandlers {
    /**
     * The signals that the VM handles and Java programs cannot: SEGV, by which it stops threads,
     * QUIT, ILL, TRAP, BUS, FPE, USR2 and XFSZ.
     */
    private static final int[] SIGNALS = {11, 3, 4, 5, 7, 8, 12, 25};

    /**
     * A signal that LLVM also takes and the VM does not need: its handler shows whether LLVM has
     * taken them.
     */
    private static final int XCPU = 24;

    /** More than a {@code struct sigaction} has anywhere; the handler comes first. */
    private static final long ACTION = 256;

    /** Adds a file to those that a signal deletes: {@code llvm::sys::RemoveFileOnSignal}. */
    private static final String TAKE =
            "_ZN4llvm3sys18RemoveFileOnSignalENS_9StringRefEPNSt7__cxx1112basic_string"
                    + "IcSt11char_traitsIcESaIcEEE";

    /** A signal at the wrong moment gives them back, and they have to be taken again. */
    private static final int TRIES = 16;

    private static final Optional<SignalHandlers> PROCESS = ofThisProcess();

    private final MethodHandle sigaction;

    // guarded by this
    private final MemorySegment kept = Arena.ofAuto().allocate(ACTION * SIGNALS.length, 8);
    private int builds;

    private SignalHandlers(MethodHandle sigaction) {
        this.sigaction = sigaction;
    }

    private static Optional<SignalHandlers> ofThisProcess() {
        if (!LoadedLibraries.areTold() || SignalGuard.isSignalChainingPreloaded()) {
            return Optional.empty();
        }
        FunctionDescriptor type = FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, ADDRESS);
        return Linker.nativeLinker()
                .defaultLookup()
                .find("sigaction")
                .map(found -> new SignalHandlers(atOnce(found, type)));
    }

    /** Comes back even while the VM stops its threads. */
    private static MethodHandle atOnce(MemorySegment function, FunctionDescriptor type) {
        return Linker.nativeLinker().downcallHandle(function, type, Linker.Option.critical(false));
    }

    /**
     * Runs a build.
     *
     * @param build gives the status, see {@link ClStatus}; run again where it may have failed for a
     *     lost file
     */
    public static int keptDuring(IntSupplier build) {
        return PROCESS.isPresent() ? PROCESS.get().tryTwice(build) : build.getAsInt();
    }

    private int tryTwice(IntSupplier build) {
        boolean safe = begin();
        int status = run(build);
        if (status == ClStatus.SUCCESS || safe) {
            return status;
        }
        begin();
        return run(build);
    }

    private int run(IntSupplier build) {
        try {
            return build.getAsInt();
        } finally {
            end();
        }
    }

    /** {@return true if the handlers have been taken and restored} */
    private synchronized boolean begin() {
        if (builds++ == 0) {
            for (int i = 0; i < SIGNALS.length; i++) {
                call(SIGNALS[i], MemorySegment.NULL, kept(i));
            }
            if (!areTaken()) {
                letTake();
            }
        }
        return areTaken();
    }

    private synchronized void end() {
        builds--;
        putBack();
    }

    private void letTake() {
        for (Path library : LoadedLibraries.named("libLLVM")) {
            try (Arena arena = Arena.ofConfined()) {
                SymbolLookup.libraryLookup(library, arena).find(TAKE).ifPresent(this::letTake);
            } catch (RuntimeException unusable) {
                BackendLog.say(
                        SignalHandlers.class,
                        Level.DEBUG,
                        library + " may take signal handlers",
                        unusable);
            }
        }
    }

    private void letTake(MemorySegment function) {
        MethodHandle take =
                atOnce(function, FunctionDescriptor.of(JAVA_BOOLEAN, ADDRESS, JAVA_LONG, ADDRESS));
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment name = arena.allocate(1); // of no length, as no file has it
            boolean refused = false;
            for (int tries = 0; tries < TRIES && !areTaken() && !refused; tries++) {
                refused = (boolean) take.invokeExact(name, 0L, MemorySegment.NULL);
                putBack();
            }
        } catch (RuntimeException | Error mistake) {
            throw mistake;
        } catch (Throwable impossible) {
            throw new IllegalStateException(TAKE, impossible);
        }
    }

    private boolean areTaken() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment found = arena.allocate(ACTION, 8);
            call(XCPU, MemorySegment.NULL, found);
            return !found.get(ADDRESS, 0).equals(MemorySegment.NULL);
        }
    }

    private void putBack() {
        for (int i = 0; i < SIGNALS.length; i++) {
            call(SIGNALS[i], kept(i), MemorySegment.NULL);
        }
    }

    private MemorySegment kept(int index) {
        return kept.asSlice(ACTION * index, ACTION);
    }

    private void call(int signal, MemorySegment change, MemorySegment found) {
        try {
            int status = (int) sigaction.invokeExact(signal, change, found);
            if (status != 0) {
                throw new IllegalStateException("sigaction gave " + status + " for " + signal);
            }
        } catch (RuntimeException | Error mistake) {
            throw mistake;
        } catch (Throwable impossible) {
            throw new IllegalStateException("sigaction", impossible);
        }
    }
}
