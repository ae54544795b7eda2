package org.anabranch.product;

import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.net.HttpURLConnection;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Issue 24: what the live page costs; a program that benchmarks/page/run starts. */
final class PageFigures implements AutoCloseable {
    private static final Pattern ADDRESS =
            Pattern.compile("the page is (http://127\\.0\\.0\\.1:(\\d+)/)#([\\w-]{43})\\R");
    private static final Pattern FOOTPRINT = Pattern.compile("load heap (\\d+)\\s+threads (\\d+)");
    private static final Pattern VERIFIED = Pattern.compile("(?m)^verified");
    private static final Pattern BEGAN = Pattern.compile("load began (\\d+)");
    private static final long JOB_SECONDS = 7200;
    private static final int PAGES = 5;
    private static final double MEGA = 1e6;

    private final Path folder = Files.createTempDirectory("figures");
    private final Process process;
    private final Writer commands;
    private String address;
    private int port;
    private String token;

    /** One who reads all states, and asks for the lanes after each, as a page does. */
    private final class Reader extends Thread {
        private final byte[] buffer = new byte[1 << 16];

        @Override
        public void run() {
            try {
                while (!isInterrupted()) {
                    try (InputStream in = ask("api/stream")) {
                        for (int n = 0; n >= 0 && !isInterrupted(); n = in.read(buffer)) {
                            if (n > 100) {
                                lanes();
                            }
                        }
                    }
                }
            } catch (IOException ended) {
                interrupt();
            }
        }

        private void lanes() throws IOException {
            try (InputStream in = ask("api/lanes?from=0&to=30000000000&columns=1190")) {
                while (in.read(buffer) >= 0) {
                    continue;
                }
            }
        }
    }

    private PageFigures(String... words) throws Exception {
        Files.createDirectory(folder.resolve("plugins"));
        BundleJar.write(
                folder.resolve("plugins"), "load", TaskLoad.class, TaskLoad.class.getName());
        List<String> command = new ArrayList<>(List.of("./anabranch"));
        command.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("ANABRANCH_PLUGINS", folder.resolve("plugins").toString());
        builder.environment().put("XDG_STATE_HOME", folder.resolve("state").toString());
        process =
                builder.redirectOutput(folder.resolve("out").toFile())
                        .redirectError(folder.resolve("err").toFile())
                        .start();
        commands = process.outputWriter();
        if (words.length > 0) {
            Matcher found = ADDRESS.matcher("");
            Browser.await("the address", () -> found.reset(text("err")).find());
            address = found.group(1);
            port = Integer.parseInt(found.group(2));
            token = found.group(3);
        }
        Browser.await("the plug-in", () -> text("out").contains(TaskLoad.THERE));
    }

    private String text(String name) throws IOException {
        return Files.readString(folder.resolve(name));
    }

    private InputStream ask(String path) throws IOException {
        HttpURLConnection page =
                (HttpURLConnection) URI.create(address + path).toURL().openConnection();
        page.setRequestProperty("Authorization", "Bearer " + token);
        return page.getInputStream();
    }

    private void send(String line) throws IOException {
        commands.write(line + "\n");
        commands.flush();
    }

    private long verified() throws IOException {
        return VERIFIED.matcher(text("out")).results().count();
    }

    /** {@return seconds of a job, as seen from outside} */
    private double job(String line) throws Exception {
        long before = verified();
        long begin = System.nanoTime();
        send(line);
        while (verified() == before) {
            if (!process.isAlive() || System.nanoTime() - begin > JOB_SECONDS * 1e9) {
                throw new AssertionError(text("out") + text("err"));
            }
            TimeUnit.MILLISECONDS.sleep(5);
        }
        return (System.nanoTime() - begin) / 1e9;
    }

    /** {@return bytes of heap and threads, after a collection} */
    private long[] footprint() throws Exception {
        job("run load 0");
        Matcher found = FOOTPRINT.matcher(text("out"));
        long[] last = new long[2];
        while (found.find()) {
            last = new long[] {Long.parseLong(found.group(1)), Long.parseLong(found.group(2))};
        }
        return last;
    }

    private double cpuSeconds() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / 1e9;
    }

    private List<Reader> readers(int number) {
        List<Reader> readers = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            readers.add(new Reader());
            readers.getLast().setDaemon(true);
            readers.getLast().start();
        }
        return readers;
    }

    private static void end(List<Reader> readers) throws InterruptedException {
        readers.forEach(Thread::interrupt);
        for (Reader reader : readers) {
            reader.join();
        }
    }

    private static void say(String format, Object... values) {
        System.out.printf(Locale.ROOT, format + "%n", values);
    }

    @Override
    public void close() throws IOException {
        try (commands) {
            commands.write("exit\n");
        }
        try {
            process.waitFor(30, TimeUnit.SECONDS);
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static final String MILLION = "run load 1000000";

    /** {@return seconds of a million tasks, and of processors for them} */
    private double[] million() throws Exception {
        double cpu = -cpuSeconds();
        double seconds = job(MILLION);
        return new double[] {seconds, cpu + cpuSeconds()};
    }

    /** Ratios are of neighbours in time, those with no page before and after. */
    private static void throughput(int rounds) throws Exception {
        String[] names = {"without --web", "no page open", "five pages open", "closed again"};
        double[][][] turns = new double[names.length][rounds][];
        try (PageFigures without = new PageFigures();
                PageFigures with = new PageFigures("--web", "0")) {
            for (int i = 0; i < 3; i++) {
                without.million();
                with.million();
            }
            for (int round = 0; round < rounds; round++) {
                turns[0][round] = without.million();
                turns[1][round] = with.million();
                List<Reader> readers = with.readers(PAGES);
                turns[2][round] = with.million();
                end(readers);
                turns[3][round] = with.million();
            }
        }
        for (int i = 0; i < names.length; i++) {
            double[] ratios = new double[rounds];
            double[] cpu = new double[rounds];
            for (int round = 0; round < rounds; round++) {
                double before = turns[1][round][0];
                double none = (before + turns[3][round][0]) / 2;
                ratios[round] = 100 * (i == 3 ? before : none) / turns[i][round][0];
                cpu[round] = turns[i][round][1];
            }
            Arrays.sort(ratios);
            say(
                    "%-16s a million tasks take %.2f s of processors; throughput %.1f %% of no"
                            + " page, half of the turns %.0f to %.0f",
                    names[i],
                    median(cpu),
                    median(ratios),
                    ratios[rounds / 4],
                    ratios[rounds - 1 - rounds / 4]);
        }
    }

    private static void probe(int minutes) throws Exception {
        try (PageFigures without = new PageFigures();
                PageFigures with = new PageFigures("--web", "0")) {
            with.job("run load 100000");
            without.job("run load 100000");
            probes(with, 600); // what is made once, is made
            double[] idle = {-with.cpuSeconds(), -without.cpuSeconds()};
            TimeUnit.MINUTES.sleep(1);
            idle[0] = (idle[0] + with.cpuSeconds()) / 60;
            idle[1] = (idle[1] + without.cpuSeconds()) / 60;
            long[] first = with.footprint();
            double cpu = with.cpuSeconds();
            long begin = System.nanoTime();
            probes(with, minutes * 600);
            double took = (System.nanoTime() - begin) / 1e9;
            double used = (with.cpuSeconds() - cpu) / took;
            long[] last = with.footprint();
            say(
                    "probes, 10/s for %.0f s, half of them requests: %.2f %% of a processor;"
                            + " without probes %.2f %%, without --web %.2f %%",
                    took, 100 * used, 100 * idle[0], 100 * idle[1]);
            say(
                    "heap after a collection %.2f -> %.2f MB, threads %d -> %d",
                    first[0] / MEGA, last[0] / MEGA, first[1], last[1]);
        }
    }

    private static void probes(PageFigures with, int number) throws Exception {
        for (int i = 0; i < number; i++) {
            try (Socket socket = new Socket("127.0.0.1", with.port)) {
                if (i % 2 == 0) {
                    String head = "GET / HTTP/1.1\r\nHost: 127.0.0.1:" + with.port + "\r\n";
                    socket.getOutputStream()
                            .write(
                                    (head + "Connection: close\r\n\r\n")
                                            .getBytes(StandardCharsets.US_ASCII));
                    socket.getInputStream().readAllBytes();
                }
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }

    private Browser browser(String profile) throws Exception {
        Browser browser = new Browser(folder.resolve(profile));
        browser.size(1280, 720, false);
        return browser;
    }

    private void open(Browser browser) throws Exception {
        browser.open(address + "#" + token);
        browser.awaitTrue("document.getElementById('connection').textContent === 'live'");
    }

    private static void paint() throws Exception {
        try (PageFigures with = new PageFigures("--web", "0");
                Browser browser = with.browser("profile")) {
            with.job("run load 100000");
            int times = 11;
            double[] paint = new double[times];
            double[] bytes = new double[times];
            for (int i = 0; i < times; i++) {
                browser.open("about:blank");
                with.open(browser);
                browser.awaitTrue(
                        "performance.getEntriesByName('first-contentful-paint').length > 0");
                paint[i] =
                        browser.number(
                                "performance.getEntriesByName('first-contentful-paint')[0].startTime");
                bytes[i] =
                        browser.number(
                                "[...performance.getEntriesByType('navigation'),"
                                    + " ...performance.getEntriesByType('resource')].reduce((n, e)"
                                    + " => n + (e.name.includes('/api/') ? 0 : e.transferSize),"
                                    + " 0)");
            }
            say(
                    "first paint: %.0f ms (first %.0f, most %.0f); %.1f kB of files, and a state of"
                            + " %.1f kB",
                    median(paint),
                    paint[0],
                    Arrays.stream(paint).max().orElse(0),
                    median(bytes) / 1e3,
                    browser.number(
                                    "JSON.stringify(page.state).length +"
                                            + " JSON.stringify(page.lanes).length")
                            / 1e3);
            lag(with, browser);
        }
        cold();
    }

    /** {@return milliseconds from a navigation until something is seen} */
    private static double painted(Browser browser, String address) throws Exception {
        browser.open(address);
        browser.awaitTrue(
                "location.href !== 'about:blank' &&"
                        + " performance.getEntriesByName('first-contentful-paint').length > 0");
        return browser.number(
                "performance.getEntriesByName('first-contentful-paint')[0].startTime");
    }

    /** Who is new, server or browser; and what a new browser takes for a file of one word. */
    private static void cold() throws Exception {
        int times = 7;
        double[] server = new double[times];
        double[] browser = new double[times];
        double[] both = new double[times];
        double[] word = new double[times];
        try (PageFigures warm = new PageFigures("--web", "0");
                Browser used = warm.browser("used")) {
            Path file = Files.writeString(warm.folder.resolve("w.html"), "<!doctype html>word");
            warm.open(used);
            for (int i = 0; i < times; i++) {
                try (PageFigures fresh = new PageFigures("--web", "0")) {
                    TimeUnit.SECONDS.sleep(1); // nobody opens an address sooner
                    server[i] = painted(used, fresh.address + "#" + fresh.token);
                }
                try (PageFigures first = new PageFigures("--web", "0");
                        Browser fresh = warm.browser("both" + i)) {
                    both[i] = painted(fresh, first.address + "#" + first.token);
                }
                try (Browser fresh = warm.browser("page" + i)) {
                    browser[i] = painted(fresh, warm.address + "#" + warm.token);
                }
                try (Browser fresh = warm.browser("word" + i)) {
                    word[i] = painted(fresh, file.toUri().toString());
                }
            }
        }
        say(
                "first paint, medians of %d: by a new server %.0f ms, in a new browser %.0f ms,"
                        + " both new %.0f ms (most %.0f); a file of one word in a new browser"
                        + " %.0f ms",
                times,
                median(server),
                median(browser),
                median(both),
                Arrays.stream(both).max().orElse(0),
                median(word));
    }

    /** A report of 50 times 50 times 50 actions, by file, each time in a browser that is new. */
    private static void report() throws Exception {
        try (PageFigures with = new PageFigures()) {
            Path file = with.folder.resolve("r.html");
            with.job("run matmul 800 --tile 16 --report " + file);
            Browser.await("the report", () -> Files.exists(file));
            int times = 7;
            double[] paint = new double[times];
            double[] loaded = new double[times];
            for (int i = 0; i < times; i++) {
                try (Browser browser = with.browser("report" + i)) {
                    paint[i] = painted(browser, file.toUri().toString());
                    String end = "performance.getEntriesByType('navigation')[0].loadEventEnd";
                    browser.awaitTrue(end + " > 0");
                    loaded[i] = browser.number(end);
                    browser.awaitTrue("document.querySelectorAll('svg rect').length > 0");
                }
            }
            say(
                    "a report of 125,000 actions, %.2f MB: first paint %.0f ms, loaded after %.0f"
                            + " ms (most %.0f)",
                    Files.size(file) / MEGA,
                    median(paint),
                    median(loaded),
                    Arrays.stream(loaded).max().orElse(0));
        }
    }

    /** From the begin of a job until the page shows it as one that has ended. */
    private static void lag(PageFigures with, Browser browser) throws Exception {
        browser.text(
                "(window.seenAt = {}, new MutationObserver(() => { for (const j of"
                        + " page.state.ended) window.seenAt[j.id] ??= Date.now() })"
                        + ".observe(document.getElementById('view'), {childList: true}))");
        TimeUnit.SECONDS.sleep(1);
        int times = 21;
        double[] lag = new double[times];
        for (int i = 0; i < times; i++) {
            double seen = browser.number("Object.keys(window.seenAt).length");
            with.job("run load 1");
            Matcher found = BEGAN.matcher(with.text("out"));
            long began = 0;
            while (found.find()) {
                began = Long.parseLong(found.group(1));
            }
            browser.awaitTrue("Object.keys(window.seenAt).length > " + (long) seen);
            lag[i] = browser.number("Math.max(...Object.values(window.seenAt))") - began;
            TimeUnit.MILLISECONDS.sleep(37L * i); // at any phase
        }
        say(
                "from the begin of a short job until the page shows its end: %.0f ms, most %.0f ms",
                median(lag), Arrays.stream(lag).max().orElse(0));
    }

    private static void hour(int minutes) throws Exception {
        try (PageFigures with = new PageFigures("--web", "0")) {
            with.job("run load 200000 10000");
            TimeUnit.SECONDS.sleep(12);
            long[] none = with.footprint();
            try (Browser browser = with.browser("profile")) {
                with.open(browser);
                List<Reader> readers = with.readers(6);
                with.job("run load 600000 10000");
                long[] first = with.footprint();
                double before = browser.heap();
                double took = 0;
                for (int i = 0; i < minutes; i++) {
                    took += with.job("run load 600000 10000");
                    say("after %d min: browser %.2f MB", i + 1, browser.heap() / MEGA);
                }
                double after = browser.heap();
                long[] last = with.footprint();
                say(
                        "%.1f min at %.0f tasks a second: heap of the browser %.2f -> %.2f MB;"
                                + " of the server %.2f -> %.2f MB; events lost %.0f of %.0f",
                        took / 60,
                        minutes * 600_000 / took,
                        before / MEGA,
                        after / MEGA,
                        first[0] / MEGA,
                        last[0] / MEGA,
                        browser.number("page.state.lost"),
                        browser.number("page.state.made"));
                stalled(with, browser);
                end(readers);
            }
            TimeUnit.SECONDS.sleep(75); // idle threads of the server go after a minute
            long[] closed = with.footprint();
            say(
                    "before pages %.2f MB, %d threads; after them %.2f MB, %d threads",
                    none[0] / MEGA, none[1], closed[0] / MEGA, closed[1]);
        }
    }

    /** Asks for states and reads none. */
    private static void stalled(PageFigures with, Browser browser) throws Exception {
        int before = (int) browser.number("page.state.system.clients");
        long[] without = with.footprint();
        try (Socket socket = new Socket("127.0.0.1", with.port)) {
            socket.setReceiveBufferSize(4096);
            String head = "GET /api/stream HTTP/1.1\r\nHost: 127.0.0.1:" + with.port;
            head += "\r\nAuthorization: Bearer " + with.token + "\r\n\r\n";
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            long begin = System.nanoTime();
            browser.awaitTrue("page.state.system.clients > " + before);
            long[] there = with.footprint();
            browser.awaitTrue("page.state.system.clients <= " + before);
            say(
                    "one who does not read: gone after %.1f s; heap of the server %.2f -> %.2f MB",
                    (System.nanoTime() - begin) / 1e9, without[0] / MEGA, there[0] / MEGA);
        }
    }

    private static void clients() throws Exception {
        try (PageFigures with = new PageFigures("--web", "0")) {
            with.job("run load 600000 10000");
            for (int number : new int[] {0, 8, 0, 8, 0}) {
                List<Reader> readers = with.readers(number);
                with.job("run load 100000 10000");
                long heap = with.footprint()[0];
                say(
                        "%d clients: heap of the server after a collection %.2f MB",
                        number, heap / MEGA);
                end(readers);
            }
        }
    }

    private static void frames() throws Exception {
        try (PageFigures with = new PageFigures("--web", "0");
                Browser browser = with.browser("profile")) {
            with.open(browser);
            with.job("run load 300000 20000");
            browser.text("go(viewOf('Stream'))");
            browser.awaitTrue("page.lanes !== null && page.lanes.lanes.length > 0");
            for (long span : new long[] {30_000, 8000, 1000, 100, 10, 2}) {
                browser.text("page.window = {from: 5e9, to: 5e9 + " + span + "e6, follow: false}");
                browser.awaitTrue("page.lanes.to - page.lanes.from === " + span + "e6");
                say("a window of %d ms of 300,000 tasks: %s", span, browser.awaited(FRAMES));
            }
            browser.text("(" + DENSE + ")()");
            say(
                    "64 lanes of 1,600 columns, all different, 102,400 rectangles: %s",
                    browser.awaited(FRAMES));
        }
    }

    private static final String DENSE =
            "() => { page.asking = true; const names = {}; for (let i = 0; i < 100; i++) names[i] ="
                + " 'kernel ' + i; const row = r => ({domain: 'host', lane: 'worker ' + r, work:"
                + " [...Array(1600)].map((_, i) => 20 + (i * 7 + r) % 80), move:"
                + " Array(1600).fill(0), busy: Array(1600).fill(0), names: [...Array(1600)].map((_,"
                + " i) => (i * 13 + r) % 100)}); page.lanes = {from: 0, to: 30e9, names, lanes:"
                + " [...Array(64)].map((_, r) => row(r))} }";

    /** Draws in each frame, and then tells the script's part and the time between frames. */
    private static final String FRAMES =
            "new Promise(end => { const cost = [], at = []; const canvas ="
                + " document.querySelector('canvas'); const frame = now => { at.push(now); const"
                + " begin = performance.now(); draw(canvas); cost.push(performance.now() - begin);"
                + " if (at.length < 60) requestAnimationFrame(frame); else { const gap ="
                + " at.slice(1).map((t, i) => t - at[i]).sort((a, b) => a - b); cost.sort((a, b) =>"
                + " a - b); end('draw ' + cost[30].toFixed(1) + ' ms (95 %: ' + cost[57].toFixed(1)"
                + " + '), a frame each ' + gap[29].toFixed(1) + ' ms (95 %: ' + gap[56].toFixed(1)"
                + " + ')') } }; requestAnimationFrame(frame) })";

    /**
     * Measures one thing.
     *
     * @param arguments what, and how long or how often
     */
    public static void main(String[] arguments) throws Exception {
        int number = Integer.parseInt(arguments[1]);
        switch (arguments[0]) {
            case "throughput" -> throughput(number);
            case "probe" -> probe(number);
            case "paint" -> paint();
            case "hour" -> hour(number);
            case "clients" -> clients();
            case "report" -> report();
            case "frames" -> frames();
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }
}
