package org.anabranch.acceptance.storm;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/** The threads of this process and their processor times. */
final class Threads {
    private static final ThreadMXBean BEAN = ManagementFactory.getThreadMXBean();

    private Threads() {}

    /** Platform threads, without those of the virtual machine and those that carry virtual ones. */
    static Set<Thread> alive() {
        Set<Thread> alive = new HashSet<>(Thread.getAllStackTraces().keySet());
        alive.removeIf(Threads::isOfTheMachine);
        return alive;
    }

    /** The thread of alarms ends when there has been none for a second. */
    static boolean comesAndGoes(Thread thread) {
        return thread.getName().equals("anabranch-alarms");
    }

    private static boolean isOfTheMachine(Thread thread) {
        ThreadGroup of = thread.getThreadGroup(); // none from its end on
        String group = of == null ? "" : of.getName();
        return group.equals("system")
                || group.equals("InnocuousThreadGroup")
                || thread.getName().startsWith("ForkJoinPool")
                || thread.getName().startsWith("process reaper")
                || thread.getName().startsWith("VirtualThread-");
    }

    /**
     * Processor time of all threads but the calling one, and of those of child processes, in ns,
     * over so long.
     */
    static long usedWithin(long millis) {
        Map<Long, Long> before = times();
        Map<String, Long> children = ChildProcesses.times();
        pause(millis);
        return used(before, times()) + used(children, ChildProcesses.times());
    }

    private static <K> long used(Map<K, Long> before, Map<K, Long> after) {
        long used = 0;
        for (Map.Entry<K, Long> one : after.entrySet()) {
            used += one.getValue() - before.getOrDefault(one.getKey(), 0L);
        }
        return used;
    }

    private static Map<Long, Long> times() {
        Map<Long, Long> times = new HashMap<>();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread != Thread.currentThread() && isWatched(thread)) {
                times.put(thread.threadId(), Math.max(0, BEAN.getThreadCpuTime(thread.threadId())));
            }
        }
        return times;
    }

    private static boolean isWatched(Thread thread) {
        return !isOfTheMachine(thread) || thread.getName().startsWith("ForkJoinPool");
    }

    static void pause(long millis) {
        LockSupport.parkNanos(millis * 1_000_000);
    }

    /** Where every thread is. */
    static String dump() {
        StringBuilder text = new StringBuilder();
        for (Map.Entry<Thread, StackTraceElement[]> entry : Thread.getAllStackTraces().entrySet()) {
            if (!isOfTheMachine(entry.getKey())) {
                text.append("\n").append(entry.getKey());
                for (StackTraceElement frame : entry.getValue()) {
                    text.append("\n    ").append(frame);
                }
            }
        }
        return text.toString();
    }
}
