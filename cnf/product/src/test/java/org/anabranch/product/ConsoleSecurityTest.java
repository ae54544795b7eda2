package org.anabranch.product;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Issue 24: who is answered by the live page, and who is not. */
class ConsoleSecurityTest {
    private static final byte[] NONE = {};

    /** The number of host names, the first ones, that are answered. */
    private static final int OWN_HOSTS = 5;

    private static final String HEALTH = "/health";
    private static final Set<String> PAGES =
            Set.of("/", "/console.js", "/views.js", "/console.css", HEALTH);
    private static final Set<String> READ =
            Set.of("/api/stream", "/api/lanes?from=0&to=9&columns=1");
    private static final Set<String> CHANGES =
            Set.of(
                    "/api/job/cancel",
                    "/api/plugin/start",
                    "/api/plugin/stop",
                    "/api/trace/start",
                    "/api/trace/stop");
    private static final List<String> METHODS =
            List.of("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE");

    @TempDir static Path temporary;
    private static RunningPage page;

    @BeforeAll
    static void start() throws Exception {
        Checkout checkout = Checkout.in(temporary.resolve("checkout"));
        page = new RunningPage(checkout, "");
        page.command("run add 1000"); // before anybody looks
        Path out = checkout.folder().resolve("out.txt");
        Browser.await("the job", () -> Files.readString(out).contains("verified"));
    }

    @AfterAll
    static void end() throws Exception {
        page.close();
        String said =
                Files.readString(page.checkout.folder().resolve("out.txt")) + page.checkout.err();
        assertEquals(
                said.indexOf(page.token), said.lastIndexOf(page.token), "the token is said once");
    }

    private static int status(String head) throws Exception {
        return Integer.parseInt(page.answer(head, NONE, false).split(" ")[1]);
    }

    private static int expected(String path, String method, boolean host, String token) {
        boolean shown = PAGES.contains(path);
        boolean read = READ.contains(path);
        boolean changes = CHANGES.contains(path);
        if (!host) {
            return 421;
        }
        if (!shown && !read && !changes) {
            return 404;
        }
        boolean fits =
                shown
                        ? method.equals("GET") || method.equals("HEAD")
                        : method.equals(read ? "GET" : "POST");
        if (!fits) {
            return 405;
        }
        if (!shown && !page.token.equals(token)) {
            return 401;
        }
        return changes ? 403 : 200; // no change is allowed unless it is configured
    }

    /** The server itself refuses an encoded slash, and what is not healthy is answered, too. */
    private static boolean isAlike(String path, int wanted, int is) {
        return path.contains("%2f") && is == 400
                || path.equals(HEALTH) && wanted == 200 && is == 503;
    }

    private static List<String> hosts() {
        return List.of(
                "127.0.0.1:" + page.port,
                "localhost:" + page.port,
                "[::1]:" + page.port,
                "localhost:9000", // through an SSH tunnel
                "localhost",
                "evil.example",
                "127.0.0.1.evil.example:" + page.port);
    }

    @Test
    void issue24_everyRouteMethodTokenAndHost() throws Exception {
        List<String> paths = new ArrayList<>(PAGES);
        paths.addAll(READ);
        paths.addAll(CHANGES);
        paths.addAll(
                List.of(
                        "/api",
                        "/api/run",
                        "/..%2f..%2fetc/passwd",
                        "/console.css/x",
                        "/page/",
                        "/org/",
                        "/favicon.ico"));
        String wrong = "A".repeat(page.token.length());
        List<String> tokens = new ArrayList<>(List.of(wrong, page.token));
        tokens.add(null);
        List<String> hosts = hosts();
        List<String> faults = new ArrayList<>();
        for (String path : paths) {
            for (String method : METHODS) {
                for (String token : tokens) {
                    for (String host : hosts) {
                        int wanted = expected(path, method, hosts.indexOf(host) < OWN_HOSTS, token);
                        int is = status(page.head(method, path, host, token, ""));
                        if (is != wanted && !isAlike(path, wanted, is)) {
                            faults.add(
                                    method + " " + path + " at " + host + ": " + is + ", not "
                                            + wanted);
                        }
                    }
                }
            }
        }
        assertEquals(List.of(), faults);
    }

    @Test
    void issue24_requestsOfOtherPagesAreRefused() throws Exception {
        String host = "127.0.0.1:" + page.port;
        for (String header :
                List.of(
                        "Origin: http://evil.example\r\n",
                        "Origin: null\r\n",
                        "Origin: http://127.0.0.1:1\r\n",
                        "Sec-Fetch-Site: cross-site\r\n",
                        "Sec-Fetch-Site: same-site\r\n")) {
            assertEquals(
                    403, status(page.head("GET", "/api/stream", host, page.token, header)), header);
        }
        for (String asked : List.of(host, "localhost:9000")) {
            String own = "Origin: http://" + asked + "\r\nSec-Fetch-Site: same-origin\r\n";
            assertEquals(200, status(page.head("GET", "/api/stream", asked, page.token, own)));
        }
        String server = "Origin: http://" + host + "\r\n"; // of the server, not of the tunnel
        assertEquals(
                403, status(page.head("GET", "/api/stream", "localhost:9000", page.token, server)));
    }

    @Test
    void issue24_missingHostIsRefused() throws Exception {
        assertEquals(400, status(page.head("GET", "/", null, page.token, "")));
        assertEquals(421, status("GET / HTTP/1.0\r\n\r\n"));
    }

    @Test
    void issue24_headersForbidWhatThePageDoesNotNeed() throws Exception {
        for (String path : List.of("/", "/console.js", HEALTH, "/nowhere")) {
            String answer =
                    page.answer(
                            page.head("GET", path, "localhost:" + page.port, null, ""),
                            NONE,
                            false);
            for (String header :
                    List.of(
                            "Content-Security-Policy: default-src 'none'",
                            "X-Content-Type-Options: nosniff",
                            "Referrer-Policy: no-referrer",
                            "Cross-Origin-Opener-Policy: same-origin",
                            "Cross-Origin-Resource-Policy: same-origin",
                            "Cache-Control: no-store")) {
                assertTrue(answer.contains(header), () -> path + ": " + header + " in " + answer);
            }
            assertFalse(answer.contains("Access-Control"), answer);
            assertFalse(answer.contains(page.token), answer);
        }
    }

    /** Recorded from its start, however short it is. */
    @Test
    void issue24_aJobThatEndedBeforeAnybodyLookedIsInTheTables() throws Exception {
        String head = page.head("GET", "/api/stream", "127.0.0.1:" + page.port, page.token, "");
        StringBuilder read = new StringBuilder();
        try (Socket socket = page.sent(head, NONE)) {
            byte[] buffer = new byte[1 << 16];
            Browser.await(
                    "a state",
                    () -> {
                        int length = socket.getInputStream().read(buffer);
                        read.append(new String(buffer, 0, length, StandardCharsets.US_ASCII));
                        return read.indexOf("\"latest\"") > 0;
                    });
        }
        String kernels = read.substring(read.indexOf("\"kernels\""), read.indexOf("\"transfers\""));
        assertTrue(kernels.contains("\"name\":\"add\""), kernels);
        assertTrue(read.indexOf("\"recorded\":{\"since\":null") < 0, read::toString);
    }

    @Test
    void issue24_ninthPageIsRefusedAndAPlaceIsFreeAgain() throws Exception {
        String head = page.head("GET", "/api/stream", "127.0.0.1:" + page.port, page.token, "");
        List<Socket> open = new ArrayList<>();
        try {
            Browser.await(
                    "eight places",
                    () -> {
                        while (open.size() < 8) {
                            Socket socket = page.sent(head, NONE);
                            byte[] start = socket.getInputStream().readNBytes(12);
                            if (!new String(start, StandardCharsets.US_ASCII).endsWith("200")) {
                                socket.close();
                                return false; // one of another test is not gone yet
                            }
                            open.add(socket);
                        }
                        return true;
                    });
            assertEquals(503, status(head));
        } finally {
            for (Socket socket : open) {
                socket.close();
            }
        }
        Browser.await("a place", () -> status(head) == 200);
    }

    @Test
    void issue24_whoDoesNotReadIsGoneAndKeepsNobodyWaiting() throws Exception {
        String head = page.head("GET", "/api/stream", "127.0.0.1:" + page.port, page.token, "");
        List<Socket> stalled = new ArrayList<>();
        try (Socket reading = page.sent(head, NONE)) {
            for (int i = 0; i < 7; i++) {
                stalled.add(page.sent(head, NONE));
            }
            byte[] buffer = new byte[1 << 16];
            long seen = 0;
            while (seen < 20_000) { // several states, while the others read nothing
                seen += reading.getInputStream().read(buffer);
            }
            Browser.await("their places are free", () -> status(head) == 200);
        } finally {
            for (Socket socket : stalled) {
                socket.close();
            }
        }
    }

    @Test
    void issue24_whoAsksForeverKeepsNobodyWaitingAndIsCutOff() throws Exception {
        List<Socket> slow = new ArrayList<>();
        try {
            for (int i = 0; i < 100; i++) {
                slow.add(page.sent("GET / HTTP/1.1\r\nHost: 127.0.0.1:" + page.port, NONE));
            }
            String head = page.head("GET", "/", "127.0.0.1:" + page.port, null, "");
            assertEquals(200, status(head));
            for (Socket socket : slow) { // ends: by 408, or without a word
                socket.getInputStream().readAllBytes();
            }
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
    }

    @Test
    void issue24_longBodyIsNotRead() throws Exception {
        RunningPage open = page; // changes are off here: refused before the body
        String more = "Content-Length: 10485760\r\n";
        String head =
                open.head("POST", "/api/job/cancel", "127.0.0.1:" + open.port, open.token, more);
        assertEquals(403, status(head));
        assertEquals(200, status(open.head("GET", "/", "127.0.0.1:" + open.port, null, "")));
    }

    @Test
    void issue24_otherAddressesOfThisMachineDoNotAnswer() throws Exception {
        List<InetAddress> others =
                NetworkInterface.networkInterfaces()
                        .flatMap(NetworkInterface::inetAddresses)
                        .filter(address -> !address.isLoopbackAddress())
                        .toList();
        for (InetAddress address : others) {
            assertThrows(
                    java.io.IOException.class,
                    () -> new Socket(address, page.port).close(),
                    address::toString);
        }
    }

    @Test
    void issue24_portThatIsTakenIsOneLine() throws Exception {
        Path folder = temporary.resolve("second");
        Checkout.Outcome outcome =
                Checkout.in(folder)
                        .run(
                                Map.of(),
                                "",
                                folder.resolve("anabranch").toString(),
                                "--web",
                                Integer.toString(page.port),
                                "--version");
        assertEquals(70, outcome.status(), outcome.err());
        assertTrue(
                outcome.err()
                        .startsWith(
                                "anabranch: not started: --web: port "
                                        + page.port
                                        + " is taken by java (process "),
                outcome.err());
        assertEquals(1, outcome.err().lines().count(), outcome.err());
    }
}
