package org.anabranch.product;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Issue 24: the live page in a real browser, over the log of a real scheduler with a card. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class LivePageTest {
    private static final String OPTIONS =
            "-Danabranch.console.control=true -Danabranch.mic.cards=1";

    /** A job that says how far it is, and ends when it is cancelled. */
    private static final String LONG = "run nbody --bodies 400 --steps 1000000 &";

    @TempDir static Path temporary;
    private static Checkout checkout;
    private static RunningPage page;
    private static Browser browser;

    /** Does nothing. */
    public static final class Guest implements BundleActivator {
        @Override
        public void start(BundleContext context) {}

        @Override
        public void stop(BundleContext context) {}
    }

    @BeforeAll
    static void start() throws Exception {
        boolean there = Browser.installed() != null;
        if ("required".equals(System.getenv("ANABRANCH_CHROMIUM"))) {
            assertTrue(there, "ANABRANCH_CHROMIUM=required, and there is none");
        }
        assumeTrue(there, "no Chromium is installed");
        checkout = Checkout.in(temporary.resolve("checkout"));
        page = new RunningPage(checkout, OPTIONS);
        browser = new Browser(temporary.resolve("profile"));
        browser.size(1280, 720, false);
        browser.open(page.address + "#" + page.token);
        live();
    }

    @AfterAll
    static void end() throws Exception {
        try {
            if (browser != null) {
                asksNobodyElse();
            }
        } finally {
            if (browser != null) {
                browser.close();
            }
            if (page != null) {
                page.close();
            }
        }
    }

    /** Neither the page nor the server; and nothing was thrown, or refused by a policy. */
    private static void asksNobodyElse() throws Exception {
        assertEquals(List.of(), browser.faults());
        for (String url : browser.requests()) {
            boolean own =
                    url.startsWith(page.address)
                            || url.startsWith("http://[::1]:" + page.port + "/")
                            || url.startsWith("data:")
                            || url.equals(report().toUri().toString())
                            || url.startsWith("blob:" + page.address);
            assertTrue(own, url);
            assertTrue(!url.contains(page.token) || url.endsWith("#" + page.token), url);
        }
        assertEquals(List.of(), Sockets.elsewhere(page.process.toHandle()));
    }

    private static void live() throws Exception {
        browser.awaitTrue("document.getElementById('connection').textContent === 'live'");
    }

    private static void go(String view) throws Exception {
        browser.awaitTrue("page.state !== null");
        browser.text("go(viewOf('" + view + "'))");
        browser.awaitTrue("document.querySelectorAll('#view section').length > 0");
    }

    private static void click(String label) throws Exception {
        String button = "document.querySelector('button[aria-label=\"" + label + "\"]')";
        browser.awaitTrue(button + " !== null && !" + button + ".disabled");
        browser.text(button + ".click()");
        browser.awaitTrue("document.getElementById('ask').open");
        browser.text("document.getElementById('yes').click()");
    }

    /** {@return whether some row has these cells, the first ones} */
    private static String row(String... cells) {
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < cells.length; i++) {
            all.append(" && r.cells[").append(i).append("].textContent === '");
            all.append(cells[i]).append("'");
        }
        return "[...document.querySelectorAll('tr')].some(r => r.cells.length >= "
                + cells.length
                + all
                + ")";
    }

    @Test
    @Order(1)
    void issue24_aJobIsSeenWithItsProgressAndCancelled() throws Exception {
        go("Now");
        browser.awaitTrue("document.body.textContent.includes('No program has run yet')");
        assertEquals("", browser.text("location.hash"));
        page.command(LONG);
        browser.awaitTrue("document.querySelector('[data-job=nbody] progress').value > 0");
        browser.awaitTrue(
                "document.getElementById('sentence').textContent.startsWith('One job runs, for ')");
        browser.awaitTrue("page.lanes.lanes.some(l => l.work.some(w => w > 0))");
        click("cancel nbody");
        browser.awaitTrue("document.querySelector('[data-job=nbody]') === null");
        browser.awaitTrue(
                "[...document.querySelectorAll('.status')].some(s => s.textContent ==="
                        + " 'cancelled')");
    }

    @Test
    @Order(2)
    void issue24_aPluginComesAndGoes() throws Exception {
        go("Now");
        BundleJar.write(checkout.plugins(), "guest", Guest.class, Guest.class.getName());
        browser.awaitTrue(row("guest", "active"));
        click("stop guest");
        browser.awaitTrue(row("guest", "stopped"));
        click("start guest");
        browser.awaitTrue(row("guest", "active"));
        Files.delete(checkout.plugins().resolve("guest.jar"));
        browser.awaitTrue(
                "![...document.querySelectorAll('td')].some(d => d.textContent === 'guest')");
    }

    @Test
    @Order(3)
    void issue24_everyViewTellsOfARealRun() throws Exception {
        page.command("run cholesky --domains host,mic");
        go("Now");
        browser.awaitTrue(
                "[...document.querySelectorAll('.status')].some(s => s.textContent ==="
                        + " 'verified')");
        BundleJar.write(checkout.plugins(), "seen", SeenPlugin.class, SeenPlugin.class.getName());
        go("Streams");
        browser.awaitTrue(
                "page.state.streams.map(s => s.oldest || {}).some(s => s.name === 'waiter' &&"
                        + " s.waitsFor === 'blocker' && s.phase === 'waiting for order' &&"
                        + " s.waitsForPhase === 'running')");
        browser.awaitTrue(
                "[...document.querySelectorAll('td')].some(d => d.textContent ==="
                        + " 'blocker, running')");
        browser.awaitTrue("page.state.streams.some(s => s.owner === 'seen')");
        browser.awaitTrue(
                "[...document.querySelectorAll('tr')].some(r => r.cells[1].textContent ==="
                        + " 'seen')");
        go("Kernels");
        browser.awaitTrue(row(SeenPlugin.HOSTILE, "host", "1", "0"));
        browser.awaitTrue(row("broken", "host", "0", "1"));
        assertEquals("0", browser.text("document.images.length"));
        go("Failures");
        browser.awaitTrue(
                "[...document.querySelectorAll('td')].some(d => d.textContent.includes('no"
                        + " <b>luck</b>'))");
        seesTheWork();
        pictures();
        Files.delete(checkout.plugins().resolve("seen.jar"));
        browser.awaitTrue("page.state.streams.every(s => !s.oldest || s.oldest.name !== 'waiter')");
    }

    private static void seesTheWork() throws Exception {
        go("Stream");
        browser.awaitTrue(
                "page.lanes.lanes.some(l => l.domain === 'mic:0' && l.move.some(m => m > 0)) &&"
                        + " page.lanes.lanes.some(l => l.domain === 'mic:0' && l.work.some(w => w >"
                        + " 0))");
        browser.awaitTrue("document.querySelectorAll('[data-names] li').length > 2");
        go("Graph");
        browser.awaitTrue("document.querySelectorAll('.edge').length > 1");
        browser.awaitTrue("document.querySelectorAll('.node.heavy').length > 0");
        browser.awaitTrue("page.state.chain.steps > 1 && page.state.chain.last.length > 1");
        go("Data");
        browser.awaitTrue(
                "page.state.transfers.some(t => t.from === 'host' && t.to === 'mic:0' && t.bytes >"
                        + " 0)");
        go("Why slow");
        browser.awaitTrue("page.state.causes.length > 0");
        go("System");
        browser.awaitTrue("page.state.made > 0 && page.state.lost === 0");
        go("Health");
        browser.awaitTrue("page.state.checked === 'org.anabranch.health'");
        for (String check : List.of("domains", "stall", "memory", "events", "plugins")) {
            browser.awaitTrue(row(check));
        }
    }

    /**
     * No view is wider than its window, light or dark. For people to look at, if named a folder.
     */
    private static void pictures() throws Exception {
        String folder = System.getenv("ANABRANCH_PICTURES");
        int views = Integer.parseInt(browser.text("VIEWS.length"));
        assertEquals(10, views);
        for (int view = 0; view < views; view++) {
            browser.text("go(" + view + ")");
            for (boolean dark : new boolean[] {false, true}) {
                for (int width : new int[] {1280, 390}) {
                    browser.size(width, width == 390 ? 844 : 720, dark);
                    assertEquals(
                            "true",
                            browser.text("document.documentElement.scrollWidth <= innerWidth"),
                            "view " + view + " is wider than " + width);
                    if (folder != null) {
                        String name = view + "-" + width + (dark ? "-dark" : "") + ".png";
                        browser.picture(Path.of(folder, name));
                    }
                }
            }
        }
        browser.size(1280, 720, false);
    }

    @Test
    @Order(4)
    void issue24_keysDoWhatTheHelpSays() throws Exception {
        go("Now");
        browser.text("document.activeElement.blur()");
        for (String[] key :
                new String[][] {
                    {"2", "Why slow"},
                    {"8", "Failures"},
                    {"h", "Health"},
                    {"c", "Graph"},
                    {"f", "Failures"},
                    {"4", "Kernels"}
                }) {
            browser.key(key[0]);
            browser.awaitTrue("VIEWS[page.view][0] === '" + key[1] + "'");
        }
        typing();
        tracesByKey();
    }

    private static void typing() throws Exception {
        browser.key("f");
        browser.awaitTrue(
                "document.getElementById('mode').textContent.includes('failed only') &&"
                        + " document.querySelectorAll('tbody tr').length ==="
                        + " page.state.kernels.filter(k => k.failed > 0).length");
        browser.key("f");
        browser.key("/");
        browser.awaitTrue("document.activeElement.id === 'find'");
        browser.key("q"); // is typed, and no command
        browser.awaitTrue("page.wanted === 'q'");
        browser.text("(page.wanted = '', document.activeElement.blur())");
        browser.key("3");
        moving();
        browser.key(" ");
        browser.awaitTrue("document.getElementById('mode').textContent.includes('frozen')");
        browser.key(" ");
        live();
        browser.key("?");
        browser.awaitTrue("document.getElementById('help').open");
        browser.key("Escape");
        browser.text("document.getElementById('help').close()");
        browser.key("Tab");
        browser.awaitTrue("document.activeElement.tagName === 'BUTTON'");
        browser.text("document.activeElement.blur()");
    }

    /** Each by its letter and by its other key. */
    private static void moving() throws Exception {
        browser.text("(page.window = {from: 10e9, to: 14e9, follow: false}, 0)");
        String window = "[page.window.from / 1e9, page.window.to / 1e9].join(' ')";
        for (String[] key :
                new String[][] {
                    {"d", "11 15"},
                    {"a", "10 14"},
                    {"ArrowRight", "11 15"},
                    {"ArrowLeft", "10 14"},
                    {"w", "11 13"},
                    {"s", "10 14"},
                    {"+", "11 13"},
                    {"-", "10 14"}
                }) {
            browser.key(key[0]);
            assertEquals(key[1], browser.text(window), key[0]);
        }
        assertEquals("false", browser.text("page.window.follow"));
        browser.key("0");
        assertEquals("true", browser.text("page.window.follow"));
    }

    private static void tracesByKey() throws Exception {
        Path downloads = Files.createDirectory(temporary.resolve("downloads"));
        browser.downloadTo(downloads);
        browser.key("t");
        browser.awaitTrue("document.getElementById('ask').open");
        browser.text("document.getElementById('yes').click()");
        browser.awaitTrue("page.state.tracing !== null");
        page.command("run cholesky");
        browser.awaitTrue("page.state.jobs.length === 0 && page.state.tracing > 1e9");
        browser.key("t");
        Path trace = downloads.resolve("anabranch.json");
        Browser.await(
                "the trace",
                () -> Files.exists(trace) && Files.readString(trace).contains("traceEvents"));
        browser.awaitTrue("page.state.tracing === null");
    }

    @Test
    @Order(5)
    void issue24_changesAreCheckedBeforeTheyAreMade() throws Exception {
        String host = "127.0.0.1:" + page.port;
        String right = "Content-Length: 8\r\n";
        String path = "/api/job/cancel";
        record Case(int status, String head, String body) {}
        for (Case one :
                List.of(
                        new Case(405, page.head("GET", path, host, page.token, ""), ""),
                        new Case(401, page.head("POST", path, host, null, right), "{\"id\":1}"),
                        new Case(
                                404,
                                page.head("POST", path, host, page.token, "Content-Length: 13\r\n"),
                                "{\"id\":999999}"),
                        new Case(
                                400,
                                page.head("POST", path, host, page.token, right),
                                "{\"id\":-}"),
                        new Case(
                                413,
                                page.head(
                                        "POST",
                                        path,
                                        host,
                                        page.token,
                                        "Content-Length: 10485760\r\n"),
                                ""),
                        new Case(
                                413,
                                page.head(
                                        "POST",
                                        path,
                                        host,
                                        page.token,
                                        "Transfer-Encoding: chunked\r\n"),
                                "1388\r\n" + " ".repeat(5000) + "\r\n0\r\n\r\n"))) {
            byte[] body = one.body.getBytes(StandardCharsets.US_ASCII);
            String answer = page.answer(one.head, body, false);
            assertTrue(answer.startsWith("HTTP/1.1 " + one.status), one.head + answer);
        }
    }

    @Test
    @Order(6)
    void issue24_aLostCardIsSeen() throws Exception {
        go("Failures");
        browser.awaitTrue("page.state.domains.some(d => d.id === 'mic:0' && d.state === 'ACTIVE')");
        List<ProcessHandle> cards = page.process.descendants().toList();
        assertEquals(1, cards.size(), cards::toString);
        cards.getFirst().destroyForcibly();
        browser.awaitTrue(
                "[...document.querySelectorAll('tr')].some(r => r.cells.length === 3 &&"
                        + " r.cells[1].textContent === 'mic:0' && r.cells[2].textContent ==="
                        + " 'lost')");
        browser.awaitTrue("page.state.domains.some(d => d.id === 'mic:0' && d.state === 'ACTIVE')");
    }

    private static Path report() {
        return temporary.resolve("r.html");
    }

    /** By {@code file:}; that it asks nobody for anything is seen as all ends. */
    @Test
    @Order(8)
    void issue24_aReportOpensFromItsFile() throws Exception {
        page.command("run cholesky --report " + report());
        Browser.await("the report", () -> Files.exists(report()));
        browser.open(report().toUri().toString());
        browser.awaitTrue(
                "location.protocol === 'file:' && document.readyState === 'complete' &&"
                        + " document.querySelector('.verdict').textContent.length > 20 &&"
                        + " document.querySelectorAll('svg rect').length > 10");
        assertEquals("0", browser.text("performance.getEntriesByType('resource').length"));
        assertEquals("0", browser.text("document.querySelectorAll('[src], link').length"));
    }

    @Test
    @Order(7)
    void issue24_thePageIsAtTheOtherAddressToo() throws Exception {
        boolean six = NetworkInterface.getByInetAddress(InetAddress.ofLiteral("::1")) != null;
        assumeTrue(six, "this machine has no ::1");
        String head = page.head("GET", "/", "[::1]:" + page.port, null, "");
        try (Socket socket = new Socket("::1", page.port)) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            byte[] start = socket.getInputStream().readNBytes(12);
            assertEquals("HTTP/1.1 200", new String(start, StandardCharsets.US_ASCII));
        }
        browser.open("http://[::1]:" + page.port + "/#" + page.token);
        browser.awaitTrue("location.hostname === '[::1]' && page.state !== null");
        live();
    }
}
