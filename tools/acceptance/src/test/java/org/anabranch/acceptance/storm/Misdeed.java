package org.anabranch.acceptance.storm;

import org.anabranch.api.AnabranchException;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Faults of a program's code, in any way in which it is run, also on a card. */
enum Misdeed {
    THROWS_EXCEPTION,
    THROWS_RUNTIME_EXCEPTION,
    THROWS_ERROR,
    THROWS_LINKAGE_ERROR,
    THROWS_OUT_OF_MEMORY,
    THROWS_VIRTUAL_MACHINE_ERROR,
    THROWS_INTERRUPTED,
    THROWS_BARE_THROWABLE,
    THROWS_WITHOUT_MESSAGE,
    THROWS_HOSTILE,
    THROWS_HOSTILE_OF_OURS,
    THROWS_OURS,
    THROWS_IN_ITS_CONSTRUCTOR,
    THROWS_A_RING_OF_CAUSES,
    THROWS_MANY_SUPPRESSED,
    THROWS_A_LONG_MESSAGE,
    OVERFLOWS_THE_STACK,
    INTERRUPTS_ITSELF,
    INTERRUPTS_AND_THROWS,
    CHANGES_THE_LOADER,
    CHANGES_THE_LOADER_AND_THROWS,
    LOSES_THE_LOADER,
    LEAVES_A_THREAD_LOCAL,
    RENAMES_ITS_THREAD,
    SLEEPS,
    BLOCKS,
    SPINS,
    YIELDS_A_PERMIT,
    FILLS_THE_HEAP,
    EXITS,
    HALTS,
    KILLS_ITS_PROCESS;

    private static final ClassLoader OTHER = new URLClassLoader(new URL[0]);
    private static final ThreadLocal<byte[]> LEFT = new ThreadLocal<>();

    /** An exception none of whose methods work. */
    static final class Hostile extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public String getMessage() {
            throw new IllegalStateException("no message");
        }

        @Override
        public String toString() {
            throw new AssertionError("no text");
        }

        @Override
        public Throwable getCause() {
            throw new StackOverflowError("no cause");
        }

        @Override
        public StackTraceElement[] getStackTrace() {
            throw new IllegalStateException("no trace");
        }
    }

    /** One that passes for an exception of the platform. */
    static final class HostileOfOurs extends AnabranchException {
        private static final long serialVersionUID = 1;

        HostileOfOurs() {
            super("ours");
        }

        @Override
        public String getMessage() {
            throw new IllegalStateException("no message");
        }

        @Override
        public Throwable getCause() {
            throw new IllegalStateException("no cause");
        }
    }

    /** One that has no stack to begin with. */
    static final class NoStack extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public Throwable fillInStackTrace() {
            throw new IllegalStateException("no stack");
        }
    }

    private static final long SMALL_HEAP = 256L << 20;

    /** Does it; what it throws says the text, unless it says nothing. */
    void commit(String text) {
        switch (this) {
            case INTERRUPTS_ITSELF -> Thread.currentThread().interrupt();
            case CHANGES_THE_LOADER -> Thread.currentThread().setContextClassLoader(OTHER);
            case LOSES_THE_LOADER -> Thread.currentThread().setContextClassLoader(null);
            case LEAVES_A_THREAD_LOCAL -> LEFT.set(new byte[10]);
            case RENAMES_ITS_THREAD -> {
                Thread self = Thread.currentThread();
                self.setName(self.getName());
            }
            case SLEEPS -> LockSupport.parkNanos(1_000_000);
            case BLOCKS -> LockSupport.parkNanos(20_000_000);
            case SPINS -> deep(Integer.MAX_VALUE - 100);
            case YIELDS_A_PERMIT -> LockSupport.unpark(Thread.currentThread());
            case FILLS_THE_HEAP -> fillHeap(text);
            case EXITS, HALTS, KILLS_ITS_PROCESS -> endProcess(text);
            case OVERFLOWS_THE_STACK -> sneak(new IllegalStateException(text + deep(1)));
            case INTERRUPTS_AND_THROWS -> {
                Thread.currentThread().interrupt();
                sneak(new IllegalStateException(text));
            }
            case CHANGES_THE_LOADER_AND_THROWS -> {
                Thread.currentThread().setContextClassLoader(OTHER);
                sneak(new IllegalStateException(text));
            }
            default -> sneak(exception(text));
        }
    }

    private Throwable exception(String text) {
        return switch (this) {
            case THROWS_EXCEPTION -> new Exception(text);
            case THROWS_RUNTIME_EXCEPTION -> new IllegalStateException(text);
            case THROWS_ERROR -> new AssertionError(text);
            case THROWS_LINKAGE_ERROR -> new NoClassDefFoundError(text);
            case THROWS_OUT_OF_MEMORY -> new OutOfMemoryError(text);
            case THROWS_VIRTUAL_MACHINE_ERROR -> new InternalError(text);
            case THROWS_INTERRUPTED -> new InterruptedException(text);
            case THROWS_BARE_THROWABLE -> new Throwable(text);
            case THROWS_WITHOUT_MESSAGE -> new IllegalStateException();
            case THROWS_HOSTILE -> new Hostile();
            case THROWS_HOSTILE_OF_OURS -> new HostileOfOurs();
            case THROWS_OURS -> new AnabranchException(text);
            case THROWS_IN_ITS_CONSTRUCTOR -> new NoStack();
            case THROWS_A_RING_OF_CAUSES -> ringOfCauses(text);
            case THROWS_MANY_SUPPRESSED -> manySuppressed(text);
            case THROWS_A_LONG_MESSAGE -> new IllegalStateException(text + " ".repeat(100_000));
            default -> throw new IllegalArgumentException(name() + " throws nothing");
        };
    }

    @SuppressWarnings("unchecked")
    static <E extends Throwable> void sneak(Throwable thrown) throws E {
        throw (E) thrown;
    }

    private static int deep(int depth) {
        return depth == Integer.MAX_VALUE ? 0 : 1 + deep(depth + 1);
    }

    /** Returns true if this leaves no memory for others, so that any of them may meet an error. */
    boolean strikesOthers() {
        return this == FILLS_THE_HEAP && Runtime.getRuntime().maxMemory() < SMALL_HEAP;
    }

    /**
     * Until the virtual machine says no; in a large heap by one array that no heap has room for.
     * The virtual machine has only a few errors that know where they were thrown, so that one says
     * whose it is.
     */
    private void fillHeap(String text) {
        if (strikesOthers()) {
            List<long[]> kept = new ArrayList<>();
            while (true) {
                kept.add(new long[1 << 17]);
            }
        }
        try {
            throw new IllegalStateException(text + new long[Integer.MAX_VALUE].length);
        } catch (OutOfMemoryError none) {
            throw new OutOfMemoryError(text + ": " + none.getMessage());
        }
    }

    /** On a card; elsewhere that would end the storm, so it fails there. */
    private void endProcess(String text) {
        if (Injected.isOnCard()) {
            switch (this) {
                case EXITS -> System.exit(3);
                case HALTS -> Runtime.getRuntime().halt(4);
                default -> kill();
            }
        }
        throw new IllegalStateException(text);
    }

    private static void kill() {
        try {
            new ProcessBuilder("kill", "-9", Long.toString(ProcessHandle.current().pid())).start();
        } catch (IOException impossible) {
            Runtime.getRuntime().halt(5);
        }
        LockSupport.parkNanos(60_000_000_000L);
    }

    private static Exception ringOfCauses(String text) {
        Exception one = new Exception(text);
        Exception other = new Exception("other", one);
        one.initCause(other);
        return one;
    }

    private static Exception manySuppressed(String text) {
        Exception one = new Exception(text);
        for (int i = 0; i < 40; i++) {
            one.addSuppressed(new Hostile());
        }
        return one;
    }
}
