package org.anabranch.itest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.wiring.BundleWiring;
import org.osgi.test.common.annotation.InjectBundleContext;
import org.osgi.test.junit5.context.BundleContextExtension;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.net.HttpURLConnection;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Issue 24: the bundle of the live page is updated while a page is open, and leaves nothing. */
@Timeout(1800)
@ExtendWith(BundleContextExtension.class)
public class LivePageUpdateTest {
    private static final int UPDATES = 50;
    private static final String SERVER = "org.osgi.service.servlet.runtime.HttpServiceRuntime";
    private static final Pattern LINK =
            Pattern.compile("href=\"(http://127[^\"#]*)#([\\w-]{43})\"");
    private static final Path FILES = Path.of("/proc/self/fd");

    /** Compiled code may name classes of a revision while an idle thread stands in it. */
    private static final int KEPT = 1;

    @InjectBundleContext BundleContext context;

    private interface Condition {
        boolean holds() throws Exception;
    }

    private static void until(String what, Condition condition) throws Exception {
        for (int i = 0; i < 6_000; i++) {
            if (condition.holds()) {
                return;
            }
            Thread.sleep(10);
        }
        throw new AssertionError("never: " + what);
    }

    private String address() {
        ServiceReference<?> server = context.getServiceReference(SERVER);
        Object all = server.getProperty("osgi.http.endpoint");
        String[] endpoints = all instanceof String[] several ? several : new String[] {"" + all};
        return Arrays.stream(endpoints)
                .filter(one -> one.startsWith("http://127.0.0.1:"))
                .findFirst()
                .orElseThrow();
    }

    private HttpURLConnection asked(String path, String authorization) throws IOException {
        URI address = URI.create(address() + path);
        HttpURLConnection connection = (HttpURLConnection) address.toURL().openConnection();
        connection.setRequestProperty("Connection", "close");
        connection.setRequestProperty("Authorization", authorization);
        return connection;
    }

    /** {@return the token, which the plug-in of the Web Console tells its administrator} */
    private String token() throws Exception {
        String login =
                Base64.getEncoder().encodeToString("admin:admin".getBytes(StandardCharsets.UTF_8));
        String[] token = new String[1];
        until(
                "the Web Console leads to the page",
                () -> {
                    HttpURLConnection link = asked("system/console/anabranch", "Basic " + login);
                    if (link.getResponseCode() != 200) {
                        return false;
                    }
                    try (InputStream in = link.getInputStream()) {
                        String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
                        Matcher found = LINK.matcher(text);
                        if (!found.find()) {
                            return false;
                        }
                        assertEquals(address(), found.group(1));
                        token[0] = found.group(2);
                        return asked("", "").getResponseCode() == 200;
                    }
                });
        return token[0];
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("anabranch-console"))
                .count();
    }

    private static long sockets() throws IOException {
        if (!Files.isDirectory(FILES)) {
            return 0; // not Linux
        }
        try (Stream<Path> files = Files.list(FILES)) {
            return files.filter(LivePageUpdateTest::isSocket).count();
        }
    }

    private static boolean isSocket(Path file) {
        try {
            return Files.readSymbolicLink(file).toString().startsWith("socket:");
        } catch (IOException closed) {
            return false;
        }
    }

    @Test
    void issue24_fiftyUpdatesLeaveNoThreadClassOrSocket() throws Exception {
        Bundle console =
                Arrays.stream(context.getBundles())
                        .filter(one -> one.getSymbolicName().equals("org.anabranch.console"))
                        .findFirst()
                        .orElseThrow();
        List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
        String former = token();
        long sockets = sockets();
        assertEquals(2, threads());
        for (int i = 0; i < UPDATES; i++) {
            String token = i == 0 ? former : token();
            loaders.add(new WeakReference<>(console.adapt(BundleWiring.class).getClassLoader()));
            HttpURLConnection stream = asked("api/stream", "Bearer " + token);
            try (InputStream in = stream.getInputStream()) {
                assertTrue(in.read() > 0);
                console.update();
                in.readAllBytes(); // ends
            }
        }
        assertTrue(!token().equals(former), "each start has a token of its own");
        until("two threads", () -> threads() == 2);
        until("no more sockets than before", () -> sockets() <= sockets);
        for (int i = 0; i < 100 && left(loaders) > KEPT; i++) {
            System.gc();
            Thread.sleep(50);
        }
        assertTrue(left(loaders) <= KEPT, left(loaders) + " class loaders are left");
        stopped(console);
    }

    private void stopped(Bundle console) throws Exception {
        console.stop();
        try {
            assertEquals(404, asked("", "").getResponseCode());
            assertEquals(0, threads());
            int port = URI.create(address()).getPort();
            assertThrows(IOException.class, () -> new Socket("::1", port).close());
        } finally {
            console.start();
        }
    }

    private static long left(List<WeakReference<ClassLoader>> loaders) {
        return loaders.stream().filter(loader -> !loader.refersTo(null)).count();
    }
}
