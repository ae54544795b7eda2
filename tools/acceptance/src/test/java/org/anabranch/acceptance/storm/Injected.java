package org.anabranch.acceptance.storm;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** The failures that were injected into one program. Thread-safe. */
final class Injected {
    /** Begins every message of a planned exception, also of one thrown in another process. */
    static final String MARK = "planned storm ";

    /** Of the programs that are under way in this process: none on a card. */
    private static final Map<Long, Injected> CURRENT = new ConcurrentHashMap<>();

    /** True in the process of the programs, false in that of a card. */
    private static volatile boolean host;

    private final long seed;
    private final Set<Throwable> all =
            Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));
    private final Map<Integer, List<Throwable>> byBody = new ConcurrentHashMap<>();
    final Set<Thread> threads = ConcurrentHashMap.newKeySet();

    /** True if a device failed an operation without a reason. */
    volatile boolean withoutCause;

    /** True if a body really filled the heap, so that any other may have met that. */
    volatile boolean filled;

    private final AtomicInteger underWay = new AtomicInteger();

    Injected(long seed) {
        this.seed = seed;
        CURRENT.put(seed, this);
    }

    /** This process is that of the programs. */
    static void ofTheHost() {
        host = true;
    }

    /** Returns true if this is the process of a card, which a kernel may end. */
    static boolean isOnCard() {
        return !host;
    }

    void end() {
        CURRENT.remove(seed);
    }

    /** Runs a body that may have a fault, here or in another process. */
    static void run(long seed, int body, Misdeed misdeed) {
        Injected here = CURRENT.get(seed);
        if (here != null) {
            here.threads.add(Thread.currentThread());
        }
        if (misdeed == null) {
            return;
        }
        if (here != null) {
            here.begins(misdeed);
        }
        try {
            misdeed.commit(MARK + seed + ", body " + body);
        } catch (Throwable thrown) {
            if (here != null) {
                here.add(thrown);
                here.byBody.computeIfAbsent(body, any -> new CopyOnWriteArrayList<>()).add(thrown);
            }
            throw thrown;
        } finally {
            if (here != null) {
                here.ends();
            }
        }
    }

    /** Begins a fault of the program, until {@link #ends}. */
    void begins(Misdeed misdeed) {
        filled |= misdeed.strikesOthers();
        underWay.incrementAndGet();
    }

    void ends() {
        underWay.decrementAndGet();
    }

    /** Returns true if no fault is under way: a device may still run cancelled operations. */
    boolean isAtRest() {
        return underWay.get() == 0;
    }

    <T extends Throwable> T add(T planned) {
        all.add(planned);
        return planned;
    }

    /** Returns the exceptions that one body threw, one for each of its runs. */
    List<Throwable> of(int body) {
        return byBody.getOrDefault(body, List.of());
    }

    /** Returns true if an injected failure is among the causes of a failure. */
    boolean explains(Throwable failure) {
        return reached(failure).stream().anyMatch(at -> all.contains(at) || isMarked(at));
    }

    /** Returns true if a failure is a lack of memory, and a body has filled the heap. */
    boolean isForMemory(Throwable failure) {
        return filled && reached(failure).stream().anyMatch(OutOfMemoryError.class::isInstance);
    }

    private static boolean isMarked(Throwable at) {
        try {
            for (StackTraceElement frame : at.getStackTrace()) { // also of another process
                if (frame.getClassName().equals(Misdeed.class.getName())) {
                    return true;
                }
            }
            String message = at.getMessage();
            return message != null
                    && (message.contains(MARK)
                            || message.contains("by plan") // the faulty device
                            || message.contains("which does not say what happened")
                            || message.contains(Misdeed.Hostile.class.getName()));
        } catch (Throwable hostile) {
            return false;
        }
    }

    /** The failure, its causes, what they suppressed, and so on. */
    static Set<Throwable> reached(Throwable failure) {
        Set<Throwable> reached = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Throwable> open = new ArrayDeque<>(List.of(failure));
        while (!open.isEmpty()) {
            Throwable at = open.pop();
            if (reached.add(at)) {
                Throwable cause = causeOf(at);
                if (cause != null) {
                    open.push(cause);
                }
                Collections.addAll(open, at.getSuppressed());
            }
        }
        return reached;
    }

    private static Throwable causeOf(Throwable at) {
        try {
            return at.getCause();
        } catch (Throwable hostile) {
            return null;
        }
    }
}
