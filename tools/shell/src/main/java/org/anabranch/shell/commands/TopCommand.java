package org.anabranch.shell.commands;

import org.anabranch.api.Domain;
import org.anabranch.api.Monitor;
import org.anabranch.api.Monitor.DomainReport;
import org.anabranch.shell.output.CommandStreams;
import org.anabranch.shell.output.Screen;
import org.anabranch.shell.output.Table;
import org.anabranch.shell.output.Units;
import org.anabranch.shell.output.Wording;
import org.anabranch.spi.support.Json;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.Parameter;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;

import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The command {@code top}. */
@Component(immediate = true, service = TopCommand.class)
@GogoCommand(scope = "anabranch", function = "top")
public final class TopCommand {
    private static final String HOME_AND_CLEAR = "\u001b[H\u001b[2J";

    /** Time as the command sees it. */
    public interface Clock {
        long nanos();

        void sleep(Duration time) throws InterruptedException;
    }

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    volatile Monitor monitor;

    private final Clock clock;

    /** Starts. */
    public TopCommand() {
        this(
                new Clock() {
                    @Override
                    public long nanos() {
                        return System.nanoTime();
                    }

                    @Override
                    public void sleep(Duration time) throws InterruptedException {
                        Thread.sleep(time);
                    }
                });
    }

    public TopCommand(Clock clock) {
        this.clock = clock;
    }

    /**
     * Shows the rates of all domains.
     *
     * @param session whose console is printed to
     * @param count number of tables
     * @param interval seconds between them
     * @param exact whether to give plain numbers
     * @param json whether to give JSON
     * @param words none
     */
    @Descriptor("shows for some seconds what each domain does per second")
    @Manual(
            notes = {
                "On a terminal the table is repainted in place, elsewhere the tables follow each"
                        + " other. Ctrl-C ends it.",
                "'busy' is the mean number of lanes or workers at work; 'steals' are tasks and"
                        + " pieces taken per second.",
                "What runs for ten seconds without an end is named below the table.",
                "Models, k2h and reference, are shown while a command names them: 'help domains'."
            })
    public void top(
            CommandSession session,
            @Descriptor("how many tables; 10 if not given")
                    @Parameter(
                            names = {"-n", "--count"},
                            absentValue = "10")
                    String count,
            @Descriptor("seconds from one to the next; 1 if not given")
                    @Parameter(
                            names = {"-i", "--interval"},
                            absentValue = "1")
                    String interval,
            @Descriptor("plain numbers instead of units")
                    @Parameter(
                            names = {"-e", "--exact"},
                            presentValue = "true",
                            absentValue = "false")
                    boolean exact,
            @Descriptor("one line of JSON for each table")
                    @Parameter(
                            names = {"--json"},
                            presentValue = "true",
                            absentValue = "false")
                    boolean json,
            String[] words) {
        Words.rejectAll("top", words);
        Screen screen = json ? Screen.NONE : Screen.of(session);
        int tables = Words.positive("--count", count);
        Duration pause = Words.seconds("--interval", interval);
        try {
            show(
                    CommandStreams.of(session).out(),
                    tables,
                    pause,
                    json ? null : new Units(exact),
                    screen);
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }

    public void show(PrintStream out, int tables, Duration pause, Units units, Screen screen)
            throws InterruptedException {
        String before = screen.isTerminal() ? HOME_AND_CLEAR : "";
        List<DomainReport> earlier = Present.of(monitor, Monitor.class).domains();
        long since = clock.nanos();
        for (int table = 0; table < tables; table++) {
            clock.sleep(pause);
            Monitor present = Present.of(monitor, Monitor.class);
            List<DomainReport> later = present.domains();
            long now = clock.nanos();
            String separator = table > 0 && before.isEmpty() && units != null ? "\n" : "";
            double seconds = (now - since) / 1e9;
            String text =
                    units == null
                            ? json(present, earlier, later, seconds)
                            : text(present, earlier, later, seconds, units, screen.table());
            out.print(before + separator + text);
            out.flush();
            earlier = later;
            since = now;
        }
    }

    private static String text(
            Monitor monitor,
            List<DomainReport> earlier,
            List<DomainReport> later,
            double seconds,
            Units units,
            int width) {
        Table table =
                new Table(
                        "domain",
                        "state",
                        ">actions/s",
                        ">failed/s",
                        ">steals/s",
                        ">bytes in/s",
                        ">bytes out/s",
                        ">busy",
                        ">queued",
                        ">in use");
        List<DomainShare> shares = DomainShare.between(earlier, later);
        for (int i = 0; i < shares.size(); i++) {
            DomainShare share = shares.get(i);
            Domain domain = later.get(i).domain();
            table.row(
                    domain.id(),
                    domain.state(),
                    units.perSecond(share.actions() / seconds),
                    units.perSecond(share.failed() / seconds),
                    units.perSecond(share.steals() / seconds),
                    units.bytes(Math.round(share.bytesIn() / seconds)),
                    units.bytes(Math.round(share.bytesOut() / seconds)),
                    String.format(Locale.ROOT, "%.2f", share.busyNanos() / 1e9 / seconds),
                    units.count(later.get(i).queued()),
                    units.bytes(later.get(i).instanceBytes()));
        }
        return Wording.fitted(summary(monitor, units), width)
                + "\n"
                + table.text(width)
                + stalls(monitor);
    }

    /** Returns the stalled kernels and tasks, a line each. */
    static String stalls(Monitor monitor) {
        StringBuilder lines = new StringBuilder();
        for (Monitor.StallReport stall : monitor.stalls()) {
            lines.append("no end on ")
                    .append(stall.domain().id())
                    .append(" for ")
                    .append(stall.nanos() / 1_000_000_000)
                    .append(" s: ")
                    .append(stall.what())
                    .append('\n');
        }
        return lines.toString();
    }

    private static String json(
            Monitor monitor, List<DomainReport> earlier, List<DomainReport> later, double seconds) {
        List<Map<String, Object>> rows = new ArrayList<>();
        List<DomainShare> shares = DomainShare.between(earlier, later);
        for (int i = 0; i < shares.size(); i++) {
            DomainShare share = shares.get(i);
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("domain", share.domain());
            row.put("state", later.get(i).domain().state());
            row.put("actionsPerSecond", share.actions() / seconds);
            row.put("failedPerSecond", share.failed() / seconds);
            row.put("stealsPerSecond", share.steals() / seconds);
            row.put("bytesInPerSecond", share.bytesIn() / seconds);
            row.put("bytesOutPerSecond", share.bytesOut() / seconds);
            row.put("busy", share.busyNanos() / 1e9 / seconds);
            row.put("queued", later.get(i).queued());
            row.put("inUseBytes", later.get(i).instanceBytes());
            rows.add(row);
        }
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("seconds", seconds);
        data.put("streams", monitor.streams().size());
        data.put("pending", pending(monitor));
        data.put("buffers", monitor.buffers().size());
        data.put("domains", rows);
        return Json.of(data) + "\n";
    }

    private static long pending(Monitor monitor) {
        return monitor.streams().stream().mapToLong(Monitor.StreamReport::pending).sum();
    }

    private static String summary(Monitor monitor, Units units) {
        long bytes = monitor.buffers().stream().mapToLong(buffer -> buffer.shape().bytes()).sum();
        return monitor.streams().size()
                + " streams with "
                + units.count(pending(monitor))
                + " actions pending, "
                + monitor.buffers().size()
                + " buffers of "
                + units.bytes(bytes);
    }
}
