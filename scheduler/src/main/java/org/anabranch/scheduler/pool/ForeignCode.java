package org.anabranch.scheduler.pool;

import org.anabranch.api.ActionFailedException;
import org.anabranch.api.AnabranchException;
import org.anabranch.api.Event;
import org.anabranch.api.JavaKernel;
import org.anabranch.api.KernelArguments;
import org.anabranch.api.Piece;
import org.anabranch.spi.support.ForeignThrowables;

import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * The line between the runtime and everybody else's code: bodies, kernels, mappings, callbacks,
 * libraries, devices. It is crossed here and nowhere else, so that whatever the other side throws
 * is caught, and what it did to a thread of the runtime is undone: interrupt status, context class
 * loader, priority and handler of uncaught exceptions are as before. Of any other thread these are
 * the program's own affair.
 *
 * <p>An exception is foreign code, too: its methods may throw, and there may be no memory for what
 * they say. So they are called here only, by way of {@link ForeignThrowables}.
 */
public final class ForeignCode {
    private static final System.Logger LOG = System.getLogger("org.anabranch.scheduler");

    /** Here, since its class fails for good if it is initialized in a full heap. */
    private static final System.Logger.Level WARNING = System.Logger.Level.WARNING;

    /** For when there is no memory left to say what went wrong: made beforehand. */
    public static final ActionFailedException NO_MEMORY =
            new ActionFailedException(
                    "an action failed, and there was no memory left to say which and why",
                    new OutOfMemoryError("Java heap space"));

    /** For when there is no memory left to read an exception. */
    private static final String UNREADABLE = "an exception that cannot be read".intern();

    private static final ThreadLocal<Boolean> SPARE = new ThreadLocal<>();

    static {
        AnabranchException rehearsed = failure("", NO_MEMORY.getCause()); // now it is linked
        assert rehearsed != NO_MEMORY;
    }

    private ForeignCode() {}

    /** {@return a thread of the runtime that has started, and keeps no process alive} */
    public static Thread start(String name, Runnable body) {
        Thread thread = thread(name, body);
        thread.start();
        return thread;
    }

    /** {@return a thread of the runtime to be started, which keeps no process alive} */
    public static Thread thread(String name, Runnable body) {
        return new BackgroundThread(body, name);
    }

    /** The calling thread, a virtual one, is the runtime's from now on. */
    static void own() {
        SPARE.set(Boolean.TRUE);
    }

    /** A body of foreign code. */
    @FunctionalInterface
    public interface Body {
        void run() throws Throwable;
    }

    /** A query of foreign code. */
    @FunctionalInterface
    public interface Question<T> {
        T ask() throws Throwable;
    }

    /**
     * Runs the body of a task in the context of its scope.
     *
     * @param worker that of the calling thread
     * @return the exception that it threw, or null
     */
    public static Throwable run(InstalledContext worker, TaskContext context, Runnable body) {
        if (worker.unchanged != context && !worker.enter(context)) {
            return runApart(context, body::run);
        }
        // Two looks at a field: this is done for every task, however small.
        Throwable caught = null;
        try {
            body.run();
        } catch (Throwable thrown) {
            caught = thrown;
        }
        if (worker.unchanged == null) {
            worker.leave();
        }
        return caught;
    }

    /**
     * As {@link #run(InstalledContext, TaskContext, Runnable)}, for a body that may throw anything.
     */
    public static Throwable run(InstalledContext worker, TaskContext context, Body body) {
        if (worker.unchanged != context && !worker.enter(context)) {
            return runApart(context, body);
        }
        Throwable caught = null;
        try {
            body.run();
        } catch (Throwable thrown) {
            caught = thrown;
        }
        if (worker.unchanged == null) {
            worker.leave();
        }
        return caught;
    }

    /** {@return the exception that it threw, or null} */
    public static Throwable run(JavaKernel code, Piece piece, KernelArguments arguments) {
        Thread thread = Thread.currentThread();
        RuntimeThread own = thread instanceof RuntimeThread ours ? ours : null;
        if (own == null ? isOurs(thread) : !own.isAtHome()) {
            return runApart(TaskContext.HOME, () -> code.run(piece, arguments));
        }
        Throwable caught = null;
        try {
            code.run(piece, arguments);
        } catch (Throwable thrown) {
            caught = thrown;
        }
        if (own != null && !own.isAtHome()) {
            restore(own, false, RuntimeThread.HOME);
        }
        return caught;
    }

    /** Runs a body as kernels run; {@return the exception that it threw, or null} */
    public static Throwable runKernel(Body body) {
        return runApart(TaskContext.HOME, body);
    }

    /**
     * Runs a body in a context of its own, on top of the thread's current code, and restores the
     * thread's context. The context of a thread of the program is unchanged, except for the values.
     *
     * @return the exception that it threw, or null
     */
    private static Throwable runApart(TaskContext context, Body body) {
        Thread thread = Thread.currentThread();
        boolean ours = isOurs(thread);
        boolean interrupted = ours && Thread.interrupted();
        ClassLoader loader = ours ? thread.getContextClassLoader() : null;
        int priority = thread.getPriority();
        Thread.UncaughtExceptionHandler handler = thread.getUncaughtExceptionHandler();
        try {
            if (ours) {
                restore(thread, false, context.loader);
            }
            context.run(body);
            return null;
        } catch (Throwable thrown) {
            return thrown;
        } finally {
            if (ours) {
                restore(thread, interrupted, loader, priority, handler);
            }
        }
    }

    /** {@return the exception that it threw, or null} */
    public static Throwable attempt(Body body) {
        Thread thread = Thread.currentThread();
        boolean ours = isOurs(thread);
        boolean interrupted = ours && Thread.interrupted();
        ClassLoader loader = ours ? thread.getContextClassLoader() : null;
        int priority = thread.getPriority();
        Thread.UncaughtExceptionHandler handler = thread.getUncaughtExceptionHandler();
        try {
            body.run();
            return null;
        } catch (Throwable thrown) {
            return thrown;
        } finally {
            if (ours) {
                restore(thread, interrupted, loader, priority, handler);
            }
        }
    }

    /** Asks, and says so in the log if there is no answer but an exception. */
    public static <T> T ask(String what, Question<T> question, T otherwise) {
        Answer<T> answer = new Answer<>();
        Throwable thrown = attempt(() -> answer.value = question.ask());
        if (thrown != null) {
            warn(what, thrown);
            return otherwise;
        }
        return answer.value;
    }

    /** The answer of foreign code. */
    private static final class Answer<T> {
        private T value;
    }

    /** Calls back; what the callback throws is logged. */
    public static void call(Event event, Consumer<Event> callback) {
        Thread thread = Thread.currentThread();
        boolean ours = isOurs(thread);
        boolean interrupted = ours && Thread.interrupted();
        ClassLoader loader = ours ? thread.getContextClassLoader() : null;
        int priority = thread.getPriority();
        Thread.UncaughtExceptionHandler handler = thread.getUncaughtExceptionHandler();
        try {
            if (ours) {
                restore(thread, false, RuntimeThread.HOME);
            }
            callback.accept(event);
        } catch (Throwable thrown) {
            warn("a callback of an event failed", thrown);
        } finally {
            if (ours) {
                restore(thread, interrupted, loader, priority, handler);
            }
        }
    }

    /**
     * Begins a call by a thread of a device.
     *
     * @return its interrupt status, for {@link #goBack}
     */
    public static boolean comeIn() {
        return Thread.currentThread().isInterrupted();
    }

    /** It goes back with its flag and its loader, whatever the callbacks that this led to did. */
    public static void goBack(boolean interrupted, ClassLoader loader) {
        Thread thread = Thread.currentThread();
        restore(
                thread,
                interrupted,
                loader,
                thread.getPriority(),
                thread.getUncaughtExceptionHandler());
    }

    private static boolean isOurs(Thread thread) {
        return thread instanceof RuntimeThread || thread.isVirtual() && SPARE.get() != null;
    }

    /** Gives a thread the context of a new one but for interrupt status and class loader. */
    static void restore(Thread thread, boolean interrupted, ClassLoader loader) {
        restore(thread, interrupted, loader, Thread.NORM_PRIORITY, thread.getThreadGroup());
    }

    @SuppressWarnings("ThreadPriorityCheck") // undoes what user code has set
    private static void restore(
            Thread thread,
            boolean interrupted,
            ClassLoader loader,
            int priority,
            Thread.UncaughtExceptionHandler handler) {
        boolean _ = Thread.interrupted();
        if (interrupted) {
            thread.interrupt();
        }
        if (thread.getContextClassLoader() != loader) {
            thread.setContextClassLoader(loader);
        }
        if (thread.getPriority() != priority) {
            thread.setPriority(priority);
        }
        if (thread.getUncaughtExceptionHandler() != handler) {
            thread.setUncaughtExceptionHandler(handler == thread.getThreadGroup() ? null : handler);
        }
    }

    /** {@return true if it is the platform's own exception, whose methods may be called} */
    public static boolean isOurs(Throwable cause) {
        try {
            return cause instanceof AnabranchException
                    && cause.getClass().getPackageName().equals("org.anabranch.api");
        } catch (OutOfMemoryError full) {
            return false; // the first who asks a class for its package needs memory
        }
    }

    /** {@return the exception to throw for such a failure} */
    public static AnabranchException failure(String what, Throwable cause) {
        try {
            return new ActionFailedException(
                    cause instanceof AnabranchException
                            ? message(cause)
                            : what + " failed: " + text(cause),
                    cause);
        } catch (Throwable full) {
            return NO_MEMORY;
        }
    }

    /** {@return the exception as a text of bounded length, whatever its methods do} */
    public static String text(Throwable cause) {
        String[] text = new String[1];
        Throwable full = attempt(() -> text[0] = ForeignThrowables.text(cause));
        return full == null ? text[0] : UNREADABLE;
    }

    /** {@return its message, of bounded length, whatever its methods do; null if it has none} */
    public static String message(Throwable cause) {
        String[] text = new String[1];
        Throwable full = attempt(() -> text[0] = ForeignThrowables.message(cause));
        return full == null ? text[0] : UNREADABLE;
    }

    /** {@return its cause, whatever its methods do; null if there is none} */
    public static Throwable cause(Throwable of) {
        Throwable[] cause = new Throwable[1];
        Throwable full = attempt(() -> cause[0] = ForeignThrowables.cause(of));
        return full == null ? cause[0] : null;
    }

    /** Logs a message, without throwing: the log is foreign code, too. */
    public static void log(System.Logger.Level level, String what) {
        boolean _ = say(level, what, null);
    }

    /** Logs a failure, if that is possible. */
    public static void warn(String what, Throwable thrown) {
        if (!say(WARNING, what, thrown) && thrown != null) {
            try {
                log(WARNING, what + ": " + text(thrown));
            } catch (Throwable full) {
                pause();
            }
        }
    }

    /** {@return true if the log accepted it} */
    public static boolean say(System.Logger.Level level, String what, Throwable thrown) {
        Thread thread = Thread.currentThread();
        boolean ours = isOurs(thread);
        boolean interrupted = ours && Thread.interrupted();
        ClassLoader loader = ours ? thread.getContextClassLoader() : null;
        int priority = thread.getPriority();
        Thread.UncaughtExceptionHandler handler = thread.getUncaughtExceptionHandler();
        try {
            LOG.log(level, what, ForeignThrowables.printable(thrown));
            return true;
        } catch (Throwable refused) {
            return false;
        } finally {
            if (ours) {
                restore(thread, interrupted, loader, priority, handler);
            }
        }
    }

    /**
     * There is no memory for a step that must be made, not even to link its code: lets a moment
     * pass before it is tried again.
     */
    public static void pause() {
        try {
            LockSupport.parkNanos(PoolTuning.NO_MEMORY_PAUSE_NANOS);
        } catch (Throwable full) {
            Thread.onSpinWait();
        }
    }
}
