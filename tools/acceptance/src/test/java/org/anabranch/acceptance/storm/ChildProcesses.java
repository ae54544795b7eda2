package org.anabranch.acceptance.storm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/** The processor times of the processes of cards, as far as the system shows them. */
final class ChildProcesses {
    private ChildProcesses() {}

    /** Processor time of each of their threads in ns, without those of the virtual machine. */
    static Map<String, Long> times() {
        Map<String, Long> times = new HashMap<>();
        ProcessHandle.current()
                .children()
                .forEach(child -> addTimes(Path.of("/proc/" + child.pid() + "/task"), times));
        return times;
    }

    private static void addTimes(Path tasks, Map<String, Long> times) {
        try (Stream<Path> threads = Files.list(tasks)) {
            threads.forEach(thread -> addTime(thread, times));
        } catch (IOException over) {
            return; // it has ended, or the system does not tell
        }
    }

    private static void addTime(Path thread, Map<String, Long> times) {
        try {
            if (!isOfTheMachine(Files.readString(thread.resolve("comm")))) {
                String ran = Files.readString(thread.resolve("schedstat")).split(" ")[0];
                times.put(thread.toString(), Long.valueOf(ran));
            }
        } catch (IOException over) {
            return;
        }
    }

    private static boolean isOfTheMachine(String name) {
        return name.startsWith("C1 ")
                || name.startsWith("C2 ")
                || name.startsWith("GC ")
                || name.startsWith("G1 ")
                || name.startsWith("VM ");
    }
}
