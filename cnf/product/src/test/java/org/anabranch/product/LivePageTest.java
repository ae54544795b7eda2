package org.anabranch.product;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.anabranch.events.Clock;
import org.anabranch.events.Dictionary;
import org.anabranch.events.EdgeSort;
import org.anabranch.events.EventLog;
import org.anabranch.events.EventScript;
import org.anabranch.events.Events;
import org.anabranch.events.Level;
import org.anabranch.events.Recording;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;

/** Issue 24: the live page in a real browser. */
class LivePageTest {
    private static final String CONTROL = "-Danabranch.console.control=true";

    private static final String HOSTILE = "</script><img src=x onerror=alert(1)>";

    /** A job that says how far it is, and ends when it is cancelled. */
    private static final String LONG = "run nbody --bodies 400 --steps 1000000 &";

    @TempDir Path temporary;

    /** Does nothing. */
    public static final class Guest implements BundleActivator {
        @Override
        public void start(BundleContext context) {}

        @Override
        public void stop(BundleContext context) {}
    }

    /** Offers a log in which two domains do something, by a kernel whose name would be markup. */
    public static final class Scripted implements BundleActivator, EventLog {
        private final EventScript script = new EventScript();

        @Override
        public void start(BundleContext context) {
            context.registerService(
                    EventLog.class, this, new Hashtable<>(Map.of(Constants.SERVICE_RANKING, 1000)));
        }

        @Override
        public void stop(BundleContext context) {}

        @Override
        public Recording record(Level level) {
            Recording recording = script.record(level);
            int host = script.domain("host");
            int card = script.domain("card:0");
            long ms = 1_000_000;
            for (int i = 0; i < 100; i++) {
                long t = 200L * i * ms;
                long first = 3L * i + 1;
                script.kernel(first, HOSTILE, host, i % 2, t, t, t + ms, t + 90 * ms);
                script.transfer(first + 1, "a", host, card, 1 << 20, 0, t, t, t + 20 * ms);
                script.kernel(first + 2, "gemm", card, 1, t, t + ms, t + 20 * ms, t + 150 * ms);
                script.edge(first, first + 2, t + 1, EdgeSort.ORDER);
            }
            return recording;
        }

        @Override
        public Events snapshot() {
            return script.snapshot();
        }

        @Override
        public Level level() {
            return script.level();
        }

        @Override
        public Clock clock() {
            return script.clock();
        }

        @Override
        public Dictionary dictionary() {
            return script.dictionary();
        }
    }

    @BeforeEach
    void browser() {
        boolean there = Browser.installed() != null;
        if ("required".equals(System.getenv("ANABRANCH_CHROMIUM"))) {
            assertTrue(there, "ANABRANCH_CHROMIUM=required, and there is none");
        }
        assumeTrue(there, "no Chromium is installed");
    }

    private static void click(Browser browser, String label) throws Exception {
        browser.awaitTrue(
                "document.querySelector('button[aria-label=\"" + label + "\"]') !== null");
        browser.text("document.querySelector('button[aria-label=\"" + label + "\"]').click()");
        browser.awaitTrue("document.getElementById('ask').open");
        browser.text("document.getElementById('yes').click()");
    }

    private static String row(String name, String state) {
        return "[...document.querySelectorAll('tr')].some(r => r.cells.length > 1 &&"
                + " r.cells[0].textContent === '"
                + name
                + "' && r.cells[1].textContent === '"
                + state
                + "')";
    }

    @Test
    void issue24_showsAJobCancelsItAndSeesPluginsComeAndGo() throws Exception {
        Checkout checkout = Checkout.in(temporary.resolve("checkout"));
        try (RunningPage page = new RunningPage(checkout, CONTROL);
                Browser browser = new Browser(temporary.resolve("profile"))) {
            browser.size(1280, 720, false);
            browser.open(page.address + "#" + page.token);
            browser.awaitTrue("document.getElementById('connection').textContent === 'live'");
            browser.awaitTrue("document.body.textContent.includes('No program has run yet')");
            assertEquals("", browser.text("location.hash"));

            page.command(LONG);
            browser.awaitTrue("document.querySelector('[data-job=nbody]') !== null");
            browser.awaitTrue(
                    "document.getElementById('sentence').textContent.includes('One job runs')");

            seesAPlugin(checkout, browser);
            click(browser, "cancel nbody");
            browser.awaitTrue("document.querySelector('[data-job=nbody]') === null");
            browser.awaitTrue(
                    "[...document.querySelectorAll('.status')].some(s => s.textContent ==="
                            + " 'cancelled')");
            showsALog(checkout, browser);
            pictures(browser);
            assertEquals(List.of(), browser.faults());
            for (String url : browser.requests()) {
                boolean own = url.startsWith(page.address) || url.startsWith("data:");
                assertTrue(own, url);
                assertTrue(!url.contains(page.token) || url.endsWith("#" + page.token), url);
            }
        }
    }

    private static void seesAPlugin(Checkout checkout, Browser browser) throws Exception {
        BundleJar.write(checkout.plugins(), "guest", Guest.class, Guest.class.getName());
        browser.awaitTrue(row("guest", "active"));
        click(browser, "stop guest");
        browser.awaitTrue(row("guest", "stopped"));
        click(browser, "start guest");
        browser.awaitTrue(row("guest", "active"));
        Files.delete(checkout.plugins().resolve("guest.jar"));
        browser.awaitTrue(
                "![...document.querySelectorAll('td')].some(d => d.textContent === 'guest')");
    }

    private static void showsALog(Checkout checkout, Browser browser) throws Exception {
        BundleJar.write(checkout.plugins(), "log", Scripted.class, Scripted.class.getName());
        browser.awaitTrue("page.state.kernels.length === 2 && page.state.system.simulated");
        browser.text("go(3)");
        browser.awaitTrue(
                "[...document.querySelectorAll('td')].some(d => d.textContent === '"
                        + HOSTILE
                        + "')");
        assertEquals("0", browser.text("document.images.length"));
        browser.text("go(2)");
        browser.awaitTrue("page.lanes.lanes.filter(l => l.work.some(w => w > 0)).length === 3");
        browser.awaitTrue("page.lanes.lanes.filter(l => l.move.some(m => m > 0)).length === 1");
        browser.text("go(6)");
        browser.awaitTrue("document.querySelectorAll('.edge').length === 1");
    }

    /** For people to look at, if they name a folder. */
    private static void pictures(Browser browser) throws Exception {
        String folder = System.getenv("ANABRANCH_PICTURES");
        int views = Integer.parseInt(browser.text("VIEWS.length"));
        assertEquals(10, views);
        for (int view = 0; view < views; view++) {
            browser.text("go(" + view + ")");
            browser.awaitTrue("document.querySelectorAll('#view section').length > 0");
            for (boolean dark : new boolean[] {false, true}) {
                for (int width : new int[] {1280, 390}) {
                    browser.size(width, width == 390 ? 844 : 720, dark);
                    assertEquals(
                            "true",
                            browser.text("document.documentElement.scrollWidth <= innerWidth"),
                            "view " + view + " is wider than " + width);
                    if (folder != null) {
                        browser.picture(
                                Path.of(
                                        folder,
                                        view + "-" + width + (dark ? "-dark" : "") + ".png"));
                    }
                }
            }
        }
    }
}
