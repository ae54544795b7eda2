package org.anabranch.shell.commands;

import org.anabranch.api.Monitor;
import org.anabranch.api.Monitor.KernelReport;
import org.anabranch.shell.failure.UsageException;
import org.anabranch.shell.output.Columns;
import org.anabranch.shell.output.Listing;
import org.anabranch.shell.output.Units;
import org.anabranch.spi.support.Json;
import org.anabranch.spi.support.Spelling;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.Parameter;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The command {@code kernels}: what kernels take, by size and domain. */
@Component(immediate = true, service = KernelCommand.class)
@GogoCommand(scope = "anabranch", function = "kernels")
public final class KernelCommand {
    private static final double NANOS_OF_SECOND = 1e9;
    private static final Columns<KernelReport> COLUMNS =
            new Columns<KernelReport>()
                    .add("kernel", KernelReport::kernel)
                    .add("domain", KernelReport::domain)
                    .add(">size", (one, units) -> units.bytes(one.bytes()))
                    .add(
                            ">indices",
                            (one, units) -> one.indices() == 0 ? "-" : units.count(one.indices()))
                    .add(">runs", (one, units) -> units.count(one.runs()) + (one.kept() ? "*" : ""))
                    .add(">mean", (one, units) -> units.seconds(one.meanNanos() / NANOS_OF_SECOND))
                    .add(
                            ">median",
                            (one, units) -> units.seconds(one.medianNanos() / NANOS_OF_SECOND))
                    .add(">95 %", (one, units) -> units.seconds(one.highNanos() / NANOS_OF_SECOND))
                    .add(">bytes/s", (one, units) -> units.perSecond(rate(one)));

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    volatile Monitor monitor;

    /**
     * Lists the run times of kernels.
     *
     * @param session whose current folder relative files refer to
     * @param exact whether to give plain numbers
     * @param json whether to give JSON
     * @param bars whether to draw bars
     * @param plot a file to draw, or nothing
     * @param words names of kernels
     * @return their reports
     * @throws IOException if the file cannot be written
     */
    @Descriptor("lists what kernels take, by size and domain, as placement knows it")
    @Manual(
            words = "[<kernel>...]",
            notes = {
                "Times are of the last 32 runs that were timed, summed over the workers that shared"
                    + " a run; sizes within a power of two count as one. Of runs below 50 us one in"
                    + " many is timed.",
                "A star behind the runs: they were in earlier processes. 'settings set"
                        + " org.anabranch.scheduler keepCosts false' has nothing kept."
            })
    public Listing<KernelReport> kernels(
            CommandSession session,
            @Descriptor("plain numbers instead of units")
                    @Parameter(
                            names = {"-e", "--exact"},
                            presentValue = "true",
                            absentValue = "false")
                    boolean exact,
            @Descriptor("one line of JSON with exact numbers instead of a table")
                    @Parameter(names = "--json", presentValue = "true", absentValue = "false")
                    boolean json,
            @Descriptor("bars instead of a table: domains side by side for each size")
                    @Parameter(names = "--bars", presentValue = "true", absentValue = "false")
                    boolean bars,
            @Descriptor("draw times over sizes into a file, such as kernels.svg")
                    @Parameter(names = "--plot", absentValue = "")
                    String plot,
            @Descriptor("names of kernels; all if none is given") String[] words)
            throws IOException {
        Words.rejectOptions("kernels", words);
        List<KernelReport> reports = selected(List.of(words));
        if (!plot.isEmpty()) {
            draw(Words.file(session, plot), reports);
        }
        if (reports.isEmpty() && !json) {
            return new Listing<>(
                    reports, columns -> "no kernel has run yet; try 'run matmul' and ask again\n");
        }
        Units units = new Units(exact);
        return bars && !json
                ? new Listing<>(reports, columns -> KernelBars.text(reports, units, columns))
                : new Listing<>(
                        reports, COLUMNS.table(reports, units), json ? KernelCommand::data : null);
    }

    private List<KernelReport> selected(List<String> names) {
        List<KernelReport> all = Present.of(monitor, Monitor.class).kernels();
        List<String> known = all.stream().map(KernelReport::kernel).distinct().toList();
        for (String name : names) {
            if (!known.contains(name)) {
                throw new UsageException(
                        "no kernel '" + name + "' has run." + Spelling.didYouMean(name, known));
            }
        }
        return all.stream()
                .filter(report -> names.isEmpty() || names.contains(report.kernel()))
                .toList();
    }

    /** Bytes of operands per second of a run. */
    private static double rate(KernelReport report) {
        return report.medianNanos() == 0
                ? Double.NaN
                : report.bytes() * NANOS_OF_SECOND / report.medianNanos();
    }

    private static Map<String, Object> data(KernelReport report) {
        Map<String, Object> row = Json.row(report);
        row.put("bytesPerSecond", rate(report));
        return row;
    }

    private static void draw(Path file, List<KernelReport> reports) throws IOException {
        if (!file.toString().endsWith(".svg")) {
            throw new UsageException("--plot draws SVG: name a file that ends with .svg");
        }
        if (reports.isEmpty()) {
            throw new UsageException("there is nothing to draw: no kernel has run yet");
        }
        Path folder = file.toAbsolutePath().getParent();
        if (!Files.isDirectory(folder)) {
            throw new UsageException("--plot: there is no folder " + folder);
        }
        Files.writeString(file, KernelPlot.of(reports));
    }
}
