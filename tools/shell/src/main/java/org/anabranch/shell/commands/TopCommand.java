package org.anabranch.shell.commands;

import org.anabranch.api.Monitor;
import org.anabranch.api.Monitor.DomainReport;
import org.anabranch.shell.output.Columns;
import org.anabranch.shell.output.CommandStreams;
import org.anabranch.shell.output.Screen;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/** The command {@code top}. */
@Component(immediate = true, service = TopCommand.class)
@GogoCommand(scope = "anabranch", function = "top")
public final class TopCommand {
    private static final Columns<DomainRate> COLUMNS =
            new Columns<DomainRate>()
                    .add("domain", DomainRate::domain)
                    .add("state", DomainRate::state)
                    .add(">actions/s", (one, units) -> units.perSecond(one.actionsPerSecond()))
                    .add(">failed/s", (one, units) -> units.perSecond(one.failedPerSecond()))
                    .add(">steals/s", (one, units) -> units.perSecond(one.stealsPerSecond()))
                    .add(
                            ">bytes in/s",
                            (one, units) -> units.bytes(Math.round(one.bytesInPerSecond())))
                    .add(
                            ">bytes out/s",
                            (one, units) -> units.bytes(Math.round(one.bytesOutPerSecond())))
                    .add(">busy", one -> String.format(Locale.ROOT, "%.2f", one.busy()))
                    .add(">queued", (one, units) -> units.count(one.queued()))
                    .add(">in use", (one, units) -> units.bytes(one.inUseBytes()));
    private static final String HOME_AND_CLEAR = "\u001b[H\u001b[2J";

    /**
     * Time as the command sees it.
     *
     * @param nanos the clock
     * @param pause waits
     */
    public record Clock(LongSupplier nanos, Pause pause) {}

    /** A wait. */
    public interface Pause {
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
        this(new Clock(System::nanoTime, Thread::sleep));
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
                    @Parameter(names = "--json", presentValue = "true", absentValue = "false")
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
        long since = clock.nanos().getAsLong();
        for (int table = 0; table < tables; table++) {
            clock.pause().sleep(pause);
            Monitor present = Present.of(monitor, Monitor.class);
            List<DomainReport> later = present.domains();
            long now = clock.nanos().getAsLong();
            String separator = table > 0 && before.isEmpty() && units != null ? "\n" : "";
            double seconds = (now - since) / 1e9;
            List<DomainRate> rates = DomainRate.between(earlier, later, seconds);
            String text =
                    units == null
                            ? json(present, rates, seconds)
                            : text(present, rates, units, screen.table());
            out.print(before + separator + text);
            out.flush();
            earlier = later;
            since = now;
        }
    }

    private static String text(Monitor monitor, List<DomainRate> rates, Units units, int width) {
        return Wording.fitted(summary(monitor, units), width)
                + "\n"
                + COLUMNS.table(rates, units).text(width)
                + monitor.stalls().stream()
                        .map(stall -> stall(stall) + "\n")
                        .collect(Collectors.joining());
    }

    /** {@return a stalled kernel or task, in words} */
    public static String stall(Monitor.StallReport stall) {
        return "no end on %s for %s: %s"
                .formatted(
                        stall.domain().id(),
                        Units.wholeSeconds(Math.floor(stall.nanos() / 1e9)),
                        stall.what());
    }

    private static String json(Monitor monitor, List<DomainRate> rates, double seconds) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("seconds", seconds);
        data.put("streams", monitor.streams().size());
        data.put("pending", pending(monitor));
        data.put("buffers", monitor.buffers().size());
        data.put("domains", rates);
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
