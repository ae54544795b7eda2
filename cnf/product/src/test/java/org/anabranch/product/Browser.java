package org.anabranch.product;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A real browser without a window, driven by the protocol of its developer tools. */
final class Browser implements AutoCloseable {
    private static final Pattern ID = Pattern.compile("^\\{\"id\":(\\d+),");
    private static final Pattern REQUESTED = Pattern.compile("\"request\":\\{\"url\":\"([^\"]*)\"");
    private static final Pattern STRING = Pattern.compile("\"value\":\"((?:[^\"\\\\]|\\\\.)*)\"");
    private static final Pattern DATA = Pattern.compile("\"data\":\"([^\"]*)\"");
    private static final Pattern USED = Pattern.compile("\"usedSize\":([0-9.]+)");
    private static final long LIMIT_SECONDS = 60;

    private final Process process;
    private final WebSocket socket;
    private final Map<Integer, CompletableFuture<String>> answers = new ConcurrentHashMap<>();
    private final Queue<String> requests = new ConcurrentLinkedQueue<>();
    private final Queue<String> faults = new ConcurrentLinkedQueue<>();
    private final StringBuilder message = new StringBuilder();
    private int last;

    /** {@return where one is, or null} */
    static Path installed() {
        return Stream.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
    }

    /** Starts one with an empty page. */
    Browser(Path folder) throws Exception {
        process = started(folder);
        Path port = folder.resolve("DevToolsActivePort");
        await("the browser", () -> Files.exists(port) && Files.readAllLines(port).size() >= 2);
        HttpClient client = HttpClient.newHttpClient();
        String pages = "http://127.0.0.1:" + Files.readAllLines(port).getFirst() + "/json/list";
        String list =
                client.send(
                                java.net.http.HttpRequest.newBuilder(URI.create(pages)).build(),
                                java.net.http.HttpResponse.BodyHandlers.ofString())
                        .body();
        Matcher found =
                Pattern.compile("\"webSocketDebuggerUrl\":\\s*\"([^\"]*/page/[^\"]*)\"")
                        .matcher(list);
        if (!found.find()) {
            throw new AssertionError("no page: " + list);
        }
        socket =
                client.newWebSocketBuilder()
                        .buildAsync(URI.create(found.group(1)), new Listener())
                        .get(LIMIT_SECONDS, TimeUnit.SECONDS);
        call("Network.enable", "");
        call("Runtime.enable", "");
        call("Log.enable", "");
        call("Page.enable", "");
    }

    private static Process started(Path folder) throws IOException {
        Files.createDirectories(folder);
        ProcessBuilder browser =
                new ProcessBuilder(
                        List.of(
                                installed().toString(),
                                "--headless",
                                "--no-sandbox",
                                "--disable-gpu",
                                "--disable-quic",
                                "--no-first-run",
                                "--disable-background-networking",
                                "--disable-component-update",
                                "--disable-sync",
                                "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 ,"
                                        + " EXCLUDE ::1",
                                "--remote-debugging-port=0",
                                "--remote-allow-origins=*",
                                "--user-data-dir=" + folder,
                                "about:blank"));
        browser.environment().put("TMPDIR", folder.toString()); // it is killed at the end
        browser.redirectErrorStream(true)
                .redirectOutput(folder.resolveSibling("browser.txt").toFile());
        return browser.start();
    }

    /** What may fail with anything. */
    interface Condition {
        boolean holds() throws Exception;
    }

    static void await(String what, Condition condition) throws Exception {
        long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        while (!condition.holds()) {
            if (System.nanoTime() - limit > 0) {
                throw new AssertionError("does not come: " + what);
            }
            Thread.sleep(50);
        }
    }

    private final class Listener implements WebSocket.Listener {
        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean whole) {
            message.append(data);
            if (whole) {
                String text = message.toString();
                message.setLength(0);
                take(text);
            }
            from.request(1);
            return null;
        }
    }

    private void take(String text) {
        Matcher answer = ID.matcher(text);
        if (answer.find()) {
            answers.remove(Integer.parseInt(answer.group(1))).complete(text);
        } else if (text.contains("\"method\":\"Network.requestWillBeSent\"")) {
            Matcher url = REQUESTED.matcher(text);
            requests.add(url.find() ? url.group(1) : text);
        } else if (text.contains("\"method\":\"Runtime.exceptionThrown\"")
                || text.contains("\"method\":\"Log.entryAdded\"")) {
            faults.add(text);
        }
    }

    private String call(String method, String parameters) throws Exception {
        CompletableFuture<String> answer = new CompletableFuture<>();
        answers.put(++last, answer);
        String text =
                "{\"id\":"
                        + last
                        + ",\"method\":\""
                        + method
                        + "\",\"params\":{"
                        + parameters
                        + "}}";
        socket.sendText(text, true).get(LIMIT_SECONDS, TimeUnit.SECONDS);
        return answer.get(LIMIT_SECONDS, TimeUnit.SECONDS);
    }

    void open(String url) throws Exception {
        call("Page.navigate", "\"url\":\"" + url + "\"");
    }

    /** {@return a text that an expression gives; what has quotes is to have single ones} */
    String text(String expression) throws Exception {
        String answer =
                call(
                        "Runtime.evaluate",
                        "\"returnByValue\":true,\"expression\":\"String("
                                + expression.replace("\\", "\\\\").replace("\"", "\\\"")
                                + ")\"");
        Matcher value = STRING.matcher(answer);
        if (!value.find()) {
            throw new AssertionError(answer);
        }
        return value.group(1);
    }

    /** {@return a number that an expression gives} */
    double number(String expression) throws Exception {
        return Double.parseDouble(text(expression));
    }

    /** {@return the text that a promise gives in the end} */
    String awaited(String promise) throws Exception {
        text("(window.given = null, " + promise + ".then(x => window.given = x))");
        awaitTrue("window.given !== null");
        return text("window.given");
    }

    /** {@return bytes of the page's heap after a collection} */
    double heap() throws Exception {
        call("HeapProfiler.collectGarbage", "");
        Matcher used = USED.matcher(call("Runtime.getHeapUsage", ""));
        if (!used.find()) {
            throw new AssertionError("no size of the heap");
        }
        return Double.parseDouble(used.group(1));
    }

    void awaitTrue(String expression) throws Exception {
        String tried = "(() => { try { return " + expression + " } catch (e) { return e } })()";
        await(expression, () -> text(tried).equals("true")); // the page may still be loading
    }

    void size(int width, int height, boolean dark) throws Exception {
        call(
                "Emulation.setDeviceMetricsOverride",
                "\"width\":"
                        + width
                        + ",\"height\":"
                        + height
                        + ",\"deviceScaleFactor\":1,\"mobile\":"
                        + (width < 500));
        call(
                "Emulation.setEmulatedMedia",
                "\"features\":[{\"name\":\"prefers-color-scheme\",\"value\":\""
                        + (dark ? "dark" : "light")
                        + "\"}]");
    }

    /** Presses and releases a key as a person would. */
    void key(String key) throws Exception {
        String code = key.length() == 1 && !key.equals(" ") ? ",\"text\":\"" + key + "\"" : "";
        call("Input.dispatchKeyEvent", "\"type\":\"keyDown\",\"key\":\"" + key + "\"" + code);
        call("Input.dispatchKeyEvent", "\"type\":\"keyUp\",\"key\":\"" + key + "\"");
    }

    /** Whatever is downloaded from now on goes to a folder. */
    void downloadTo(Path folder) throws Exception {
        call(
                "Browser.setDownloadBehavior",
                "\"behavior\":\"allow\",\"downloadPath\":\"" + folder + "\"");
    }

    void picture(Path file) throws Exception {
        Matcher data = DATA.matcher(call("Page.captureScreenshot", "\"format\":\"png\""));
        if (!data.find()) {
            throw new AssertionError("no picture");
        }
        Files.write(file, Base64.getDecoder().decode(data.group(1)));
    }

    /** {@return every address that was asked for} */
    List<String> requests() {
        return List.copyOf(requests);
    }

    /** {@return what the page threw, and what the browser complained of} */
    List<String> faults() {
        return List.copyOf(faults);
    }

    @Override
    public void close() {
        socket.abort();
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
        }
        if (process.isAlive()) {
            throw new UncheckedIOException(new IOException("the browser does not end"));
        }
    }
}
