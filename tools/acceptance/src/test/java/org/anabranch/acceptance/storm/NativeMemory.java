package org.anabranch.acceptance.storm;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import javax.management.JMException;
import javax.management.ObjectName;

/**
 * Native memory of this process, by what it is used for, as the virtual machine accounts for it
 * ({@code -XX:NativeMemoryTracking=summary}).
 */
final class NativeMemory {
    private static final Pattern CATEGORY =
            Pattern.compile("- +(.+?) \\(reserved=\\d+, committed=(\\d+)");

    /**
     * What the virtual machine takes for itself: heap, collector, compilers, their code; and
     * stacks, of which a thread keeps what it once used: threads are counted by themselves.
     */
    private static final Set<String> OF_THE_MACHINE =
            Set.of(
                    "Java Heap",
                    "GC",
                    "GCCardSet",
                    "Compiler",
                    "Code",
                    "Arena Chunk",
                    "Shared class space",
                    "Thread",
                    "Native Memory Tracking");

    private NativeMemory() {}

    /** Committed bytes of each category. */
    static Map<String, Long> byCategory() {
        Map<String, Long> committed = new TreeMap<>();
        Matcher matcher = CATEGORY.matcher(summary());
        while (matcher.find()) {
            committed.put(matcher.group(1), Long.valueOf(matcher.group(2)));
        }
        if (!committed.containsKey("Java Heap")) {
            throw new IllegalStateException(
                    "native memory is not accounted for; start with"
                            + " -XX:NativeMemoryTracking=summary: "
                            + summary());
        }
        return committed;
    }

    private static String summary() {
        try {
            return (String)
                    ManagementFactory.getPlatformMBeanServer()
                            .invoke(
                                    new ObjectName("com.sun.management:type=DiagnosticCommand"),
                                    "vmNativeMemory",
                                    new Object[] {new String[] {"summary", "scale=B"}},
                                    new String[] {String[].class.getName()});
        } catch (JMException refused) {
            throw new IllegalStateException("native memory is not told", refused);
        }
    }

    /** Bytes that code allocated: memory segments, classes and all the rest. */
    static long ofCode(Map<String, Long> committed) {
        return committed.entrySet().stream()
                .filter(category -> !OF_THE_MACHINE.contains(category.getKey()))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    /** Open files and connections; 0 where the system does not tell. */
    static long openFiles() {
        try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
            return files.count();
        } catch (IOException elsewhere) {
            return 0;
        }
    }

    /** Bytes of files that are mapped for writing; 0 where the system does not tell. */
    static long mapped() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"))) {
            return lines.filter(line -> line.contains("rw-s"))
                    .mapToLong(NativeMemory::length)
                    .sum();
        } catch (IOException elsewhere) {
            return 0;
        }
    }

    private static long length(String line) {
        String[] range = line.substring(0, line.indexOf(' ')).split("-");
        return Long.parseUnsignedLong(range[1], 16) - Long.parseUnsignedLong(range[0], 16);
    }
}
