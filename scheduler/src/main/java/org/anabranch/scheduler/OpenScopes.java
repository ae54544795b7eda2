package org.anabranch.scheduler;

import com.google.errorprone.annotations.concurrent.GuardedBy;

import org.anabranch.api.AnabranchException;
import org.anabranch.scheduler.domain.Machine;
import org.anabranch.scheduler.finish.CountedFinish;
import org.anabranch.scheduler.pool.ForeignCode;
import org.anabranch.scheduler.pool.StackReserve;
import org.anabranch.scheduler.race.CallSite;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** The open scopes of a program that are within no other. Any thread may use this. */
final class OpenScopes {
    private final String owner;
    private final Machine machine;

    /** The scopes, and where each was opened, or "". */
    private final Map<CountedFinish, String> scopes = new ConcurrentHashMap<>();

    private final AtomicInteger opened = new AtomicInteger();

    /** With so many open scopes the next look at the threads that opened them is due. */
    @GuardedBy("this")
    private int due = StackReserve.DEEP_SCOPES;

    OpenScopes(String owner, Machine machine) {
        this.owner = owner;
        this.machine = machine;
    }

    /**
     * Adds a scope. Where many are open a recursion on a thread of the program may have opened
     * them.
     *
     * @throws StackOverflowError if too little stack is left for what is done for the scope later
     */
    void add(CountedFinish scope) {
        if (scopes.size() >= StackReserve.DEEP_SCOPES) {
            StackReserve.require();
            leaveOrphansIfDue();
        }
        scope.openedAs(opened.getAndIncrement());
        scopes.put(scope, machine.traced() ? CallSite.ofProgram() : "");
    }

    void remove(CountedFinish scope) {
        scopes.remove(scope);
    }

    /** {@return how many were added} */
    int opened() {
        return opened.get();
    }

    /**
     * Closes the scopes that the calling thread, which is no worker, has opened after so many were
     * added, the last one first.
     *
     * @return the first failure, or null
     */
    AnabranchException close(int before) {
        AnabranchException failure = null;
        CountedFinish last = last(before);
        while (last != null) {
            AnabranchException failed = last.closeLeft();
            failure = failure == null ? failed : failure;
            scopes.remove(last);
            last = last(before);
        }
        return failure;
    }

    /** The last scope that the calling thread has opened after so many were added, or null. */
    private CountedFinish last(int before) {
        CountedFinish last = null;
        for (CountedFinish scope : scopes.keySet()) {
            if (scope.isOpenedHereSince(before)
                    && (last == null || scope.isOpenedHereSince(last.openedAs()))) {
                last = scope;
            }
        }
        return last;
    }

    private void leaveOrphansIfDue() {
        boolean now;
        synchronized (this) {
            now = scopes.size() >= due;
            due = now ? 2 * scopes.size() : due;
        }
        if (now) {
            leaveOrphans();
        }
    }

    /**
     * Closes the scopes of threads that have ended, as soon as their tasks have, with a warning.
     */
    synchronized void leaveOrphans() {
        scopes.forEach(
                (scope, site) -> {
                    String thread = scope.leaveIfOrphaned();
                    if (thread != null) {
                        ForeignCode.warn(
                                "a finish scope of "
                                        + owner
                                        + " was left open by the thread '"
                                        + thread
                                        + "', which has ended"
                                        + (site.isEmpty()
                                                ? " (the setting 'traced' names the line)"
                                                : "; it was opened at " + CallSite.lineOf(site))
                                        + ": it is closed now",
                                null);
                    }
                });
    }

    /** The program ends: what has not begun does not begin. */
    void endAll() {
        scopes.keySet().forEach(CountedFinish::end);
    }

    /**
     * Tasks that run go on to their end, which is waited for as that of actions is, unless the
     * thread is interrupted. False if the time is over before.
     */
    boolean await(long deadline) {
        while (scopes.keySet().stream().anyMatch(one -> one.open() != 0)) {
            if (System.nanoTime() - deadline > 0) {
                return false;
            }
            LockSupport.parkNanos(EngineTuning.END_POLL_NANOS);
            if (Thread.currentThread().isInterrupted()) {
                return true;
            }
        }
        return true;
    }
}
