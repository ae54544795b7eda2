package org.anabranch.scheduler.pool;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.anabranch.faulty.AllocationFaults;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.lang.reflect.Constructor;
import java.util.ArrayDeque;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

/** A thread without memory asks for the first time whether it runs a callback. */
class FirstLookTest {

    /** Asks on a thread of its own, where the first allocation fails. */
    static final class Asking extends Trampoline<Runnable> implements Callable<Boolean> {
        @Override
        public Boolean call() throws Exception {
            FutureTask<Boolean> asked = new FutureTask<>(this::ask);
            Thread.ofPlatform().start(asked);
            return asked.get();
        }

        private boolean ask() {
            boolean before = isRunning();
            boolean[] within = new boolean[1];
            add(() -> within[0] = isRunning());
            return !before && within[0] && !isRunning();
        }

        @Override
        protected void run(Runnable step) {
            step.run();
        }

        @Override
        protected ArrayDeque<Object> queueOf(WorkerThread worker) {
            throw new AssertionError(worker);
        }

        @Override
        protected String failed() {
            return "as planned";
        }
    }

    @Test
    @DisplayName("issue 44: a wait needs no memory to know that no callback runs on its thread")
    void a_thread_without_memory_knows_that_it_runs_no_callback() throws Exception {
        String here = getClass().getPackageName() + ".";
        ClassLoader faults =
                new AllocationFaults(
                        getClass().getClassLoader(),
                        name -> name.startsWith(here),
                        name -> name.equals(here + "Trampoline"));
        AllocationFaults.forget();
        Constructor<?> made = faults.loadClass(Asking.class.getName()).getDeclaredConstructor();
        made.setAccessible(true);
        Callable<?> asking = (Callable<?>) made.newInstance();
        AllocationFaults.failOne(1);
        assertEquals(true, asking.call());
        String place = AllocationFaults.end();
        assertEquals(true, place != null && place.contains("ThreadLocal.get"), place);
    }
}
