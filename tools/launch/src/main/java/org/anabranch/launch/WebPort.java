package org.anabranch.launch;

import org.anabranch.spi.support.PrivateFile;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * The port of the page, on this machine's own address alone. The server says nothing when its port
 * is taken, so that is looked at before.
 *
 * @param number from 1, or 0 for any that is free
 */
record WebPort(int number) {
    private static final String ASKED = "anabranch.web";
    private static final String TOKEN_FILE = "anabranch.console.token.file";
    private static final String WORD = "--web";
    private static final String USUAL = "8642";
    private static final int LAST = 65_535;

    /** The time after which a connection that does not answer or read is closed. */
    private static final String IDLE_MILLIS = "8000";

    /**
     * Takes {@code --web} and its port, if they come first, out of the words of a command line: a
     * script for Windows cannot without breaking other words.
     *
     * @return the other words
     */
    static String[] taken(String[] words) {
        if (words.length == 0 || !words[0].equals(WORD)) {
            return words;
        }
        boolean given = words.length > 1 && words[1].matches("[0-9]+");
        System.setProperty(ASKED, given ? words[1] : USUAL);
        return Arrays.copyOfRange(words, given ? 2 : 1, words.length);
    }

    /**
     * {@return the port, or null if no page is asked for}
     *
     * @throws LaunchException if it is none
     */
    static WebPort asked() {
        String text = System.getProperty(ASKED);
        if (text == null) {
            return null;
        }
        try {
            int number = Integer.parseInt(text);
            if (number >= 0 && number <= LAST) {
                return new WebPort(number);
            }
        } catch (NumberFormatException none) {
            throw failure("--web: '" + text + "' is no port: it is from 0 to " + LAST, none);
        }
        throw failure("--web: '" + text + "' is no port: it is from 0 to " + LAST, null);
    }

    /** Properties of the framework, as the server reads them. */
    Map<String, String> settings() {
        return Map.of(
                "org.osgi.service.http.port",
                Integer.toString(number),
                "org.apache.felix.http.host",
                "127.0.0.1",
                "org.apache.felix.http.timeout",
                IDLE_MILLIS,
                "org.apache.felix.http.jetty.sendServerHeader",
                "false");
    }

    /**
     * Tries it.
     *
     * @throws LaunchException if it is taken
     */
    void requireFree() {
        if (number == 0) {
            return;
        }
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(
                    new InetSocketAddress(
                            InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), number));
        } catch (IOException taken) {
            throw failure(
                    "--web: port " + number + " is taken by " + owner() + "; name another, or 0",
                    taken);
        }
    }

    /**
     * Creates the file for the token, if one is asked for, before the page is there to write it.
     *
     * @throws LaunchException if it cannot be written, or others may read it
     */
    static void requireTokenFile() {
        String file = System.getProperty(TOKEN_FILE, "");
        try {
            if (!file.isEmpty()) {
                PrivateFile.write(Path.of(file), "");
            }
        } catch (IOException | InvalidPathException refused) {
            throw failure("ANABRANCH_TOKEN_FILE: " + refused.getMessage(), refused);
        }
    }

    /**
     * Linux says which process has a socket; elsewhere, and for others' processes, it is unknown.
     */
    private String owner() {
        try {
            String socket = "socket:[" + inode() + "]";
            try (DirectoryStream<Path> processes =
                    Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
                for (Path process : processes) {
                    if (has(process, socket)) {
                        String name = Files.readString(process.resolve("comm")).strip();
                        return name + " (process " + process.getFileName() + ")";
                    }
                }
            }
        } catch (IOException unknown) {
            return "another process";
        }
        return "another process";
    }

    private String inode() throws IOException {
        String port = String.format(":%04X", number);
        for (String table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
            for (String line : Files.readAllLines(Path.of(table))) {
                String[] fields = line.strip().split("\\s+");
                if (fields.length > 9 && fields[1].endsWith(port) && fields[3].equals("0A")) {
                    return fields[9];
                }
            }
        }
        throw new IOException("nobody listens");
    }

    private static boolean has(Path process, String socket) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(process.resolve("fd"))) {
            for (Path file : files) {
                if (Files.readSymbolicLink(file).toString().equals(socket)) {
                    return true;
                }
            }
        } catch (IOException hidden) {
            return false;
        }
        return false;
    }

    private static LaunchException failure(String message, Throwable cause) {
        return new LaunchException(LaunchException.Reason.FRAMEWORK_FAILED, message, cause);
    }
}
