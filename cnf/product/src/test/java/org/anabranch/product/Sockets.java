package org.anabranch.product;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** What a process has open to the network, as Linux tells it. */
final class Sockets {
    private static final Path PROCESSES = Path.of("/proc");

    private Sockets() {}

    /** {@return TCP sockets of a process with an address that is not the loopback's} */
    static List<String> elsewhere(ProcessHandle process) throws IOException {
        Path own = PROCESSES.resolve(Long.toString(process.pid()));
        List<String> found = new ArrayList<>();
        if (!Files.isDirectory(own.resolve("net"))) {
            return found; // another system
        }
        Set<String> sockets = sockets(own.resolve("fd"));
        for (String table : List.of("net/tcp", "net/tcp6")) {
            for (String line : Files.readAllLines(own.resolve(table))) {
                String[] fields = line.strip().split("\\s+");
                if (fields.length > 9 && sockets.contains("socket:[" + fields[9] + "]")) {
                    if (!isLoopback(fields[1])) {
                        found.add(line);
                    }
                }
            }
        }
        return found;
    }

    private static Set<String> sockets(Path folder) throws IOException {
        Set<String> sockets = new HashSet<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                try {
                    sockets.add(Files.readSymbolicLink(file).toString());
                } catch (IOException closed) {
                    continue; // meanwhile
                }
            }
        }
        return sockets;
    }

    private static boolean isLoopback(String address) {
        return address.startsWith("0100007F:")
                || address.startsWith("00000000000000000000000001000000:")
                || address.startsWith("0000000000000000FFFF00000100007F:");
    }
}
