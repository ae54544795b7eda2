package org.anabranch.scheduler;

import org.anabranch.scheduler.finish.CountedFinish;
import org.anabranch.scheduler.pool.StackReserve;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/** The scopes of a program that are within no other and are open. Of any thread. */
final class OpenScopes {
    private final Set<CountedFinish> scopes = ConcurrentHashMap.newKeySet();

    /**
     * Where many are open a recursion on a thread of the program may have opened them.
     *
     * @throws StackOverflowError if too little stack is left for what is done for the scope later
     */
    void add(CountedFinish scope) {
        if (scopes.size() >= StackReserve.DEEP_SCOPES) {
            StackReserve.require();
        }
        scopes.add(scope);
    }

    void remove(CountedFinish scope) {
        scopes.remove(scope);
    }

    /** The program ends: what has not begun does not begin. */
    void endAll() {
        scopes.forEach(CountedFinish::end);
    }

    /**
     * Tasks that run go on to their end, which is waited for as that of actions is, unless the
     * thread is interrupted. False if the time is over before.
     */
    boolean await(long deadline) {
        while (scopes.stream().anyMatch(one -> one.open() != 0)) {
            if (System.nanoTime() - deadline > 0) {
                return false;
            }
            LockSupport.parkNanos(Pauses.END_POLL_NANOS);
            if (Thread.currentThread().isInterrupted()) {
                return true;
            }
        }
        return true;
    }
}
