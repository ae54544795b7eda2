package org.anabranch.shell.commands;

import org.anabranch.api.Domain;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.Monitor;
import org.anabranch.api.Monitor.BufferReport;
import org.anabranch.api.Monitor.DomainReport;
import org.anabranch.api.Monitor.StreamReport;
import org.anabranch.api.Monitor.WorkerReport;
import org.anabranch.api.StreamOptions;
import org.anabranch.api.UnknownDomainException;
import org.anabranch.shell.output.Listing;
import org.anabranch.shell.output.Table;
import org.anabranch.shell.output.Units;
import org.anabranch.shell.output.Wording;
import org.anabranch.spi.NamedDevices;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.Parameter;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The commands that list what is there: {@code domains}, {@code streams}, {@code buffers}, {@code
 * tasks}.
 */
@Component(immediate = true, service = ListCommands.class)
@GogoCommand(
        scope = "anabranch",
        function = {"domains", "streams", "buffers", "tasks"})
public final class ListCommands {
    private static final String EXACT = "plain numbers instead of units";
    private static final String JSON = "one line of JSON with exact numbers instead of a table";

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    volatile Monitor monitor;

    /** What is no domain unless it is named. */
    @Reference(
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    volatile List<NamedDevices> named = List.of();

    /**
     * Lists domains.
     *
     * @param exact whether to give plain numbers
     * @param json whether to give JSON
     * @param words ids or kinds
     * @return their reports
     */
    @Descriptor("lists the domains: what they are, what they have done")
    @Manual(
            words = "[<id or kind>...]",
            notes = {
                "With ids or kinds, only those are listed, with all of their properties.",
                "Models, k2h and reference, are domains only while a command names them ('run add"
                    + " 1000 --domains k2h'), or if they are set ('settings set org.anabranch.k2h"
                    + " boards 1')."
            })
    public Listing<DomainReport> domains(
            @Descriptor(EXACT)
                    @Parameter(
                            names = {"-e", "--exact"},
                            presentValue = "true",
                            absentValue = "false")
                    boolean exact,
            @Descriptor(JSON)
                    @Parameter(
                            names = {"--json"},
                            presentValue = "true",
                            absentValue = "false")
                    boolean json,
            @Descriptor("ids or kinds; all if none is given") String[] words) {
        Words.rejectOptions("domains", words);
        List<DomainReport> reports = selected(Arrays.asList(words));
        Units units = new Units(exact);
        Table table =
                new Table(
                        "id", ">gen", "state", ">units", ">memory", ">in use", ">queued", ">done",
                        ">failed", ">busy", "formats");
        for (DomainReport report : reports) {
            Domain domain = report.domain();
            table.row(
                    domain.id(),
                    domain.generation(),
                    domain.state(),
                    domain.processors().count(),
                    units.bytes(domain.memory().getOrDefault(MemoryKind.NORMAL, 0L)),
                    units.bytes(report.instanceBytes()),
                    units.count(report.queued()),
                    units.count(report.actions()),
                    units.count(report.failed()),
                    units.seconds(report.busyNanos() / 1e9),
                    String.join(",", new TreeSet<>(domain.formats())));
        }
        if (json || words.length == 0) {
            return new Listing<>(reports, table, json ? ListingJson::domain : null);
        }
        return new Listing<>(
                reports,
                columns ->
                        reports.stream()
                                .map(report -> details(report, columns))
                                .collect(Collectors.joining("", table.text(columns), "")));
    }

    private List<DomainReport> selected(List<String> names) {
        List<DomainReport> all = Present.of(monitor, Monitor.class).domains();
        List<DomainReport> chosen = new ArrayList<>();
        for (String name : names) {
            List<DomainReport> found =
                    all.stream()
                            .filter(
                                    report ->
                                            report.domain().id().equals(name)
                                                    || report.domain().kind().equals(name))
                            .toList();
            if (found.isEmpty()) {
                List<String> ids = all.stream().map(report -> report.domain().id()).toList();
                throw new UnknownDomainException(
                        "no domain '"
                                + name
                                + "'; there are: "
                                + String.join(", ", ids)
                                + "."
                                + Wording.didYouMean(name, ids)
                                + Models.whileNamed(named, name));
            }
            found.stream().filter(report -> !chosen.contains(report)).forEach(chosen::add);
        }
        return names.isEmpty() ? all : chosen;
    }

    private static String details(DomainReport report, int columns) {
        Domain domain = report.domain();
        Map<String, String> properties = new TreeMap<>(domain.properties());
        domain.memory()
                .forEach((kind, bytes) -> properties.put("memory " + kind, bytes + " bytes"));
        properties.put("processors", Wording.ranges(domain.processors().processors()));
        StringBuilder text = new StringBuilder("\n" + domain.id() + "\n");
        properties.forEach(
                (name, value) ->
                        text.append(Wording.wrapped("  " + name + ": ", 4, value, columns)));
        return text.toString();
    }

    /**
     * Lists streams.
     *
     * @param exact whether to give plain numbers
     * @param json whether to give JSON
     * @param words none
     * @return their reports
     */
    @Descriptor("lists the open streams of all programs")
    public Listing<StreamReport> streams(
            @Descriptor(EXACT)
                    @Parameter(
                            names = {"-e", "--exact"},
                            presentValue = "true",
                            absentValue = "false")
                    boolean exact,
            @Descriptor(JSON)
                    @Parameter(
                            names = {"--json"},
                            presentValue = "true",
                            absentValue = "false")
                    boolean json,
            String[] words) {
        Words.rejectAll("streams", words);
        List<StreamReport> reports = Present.of(monitor, Monitor.class).streams();
        Units units = new Units(exact);
        Table table =
                new Table(
                        ">id",
                        "owner",
                        "domain",
                        "order",
                        "on failure",
                        "transfers",
                        ">pending",
                        ">enqueued");
        for (StreamReport report : reports) {
            StreamOptions options = report.options();
            table.row(
                    report.id(),
                    report.owner(),
                    report.domain(),
                    options.order() + (options.deferred() ? "" : ", undeferred"),
                    options.onFailure(),
                    options.automatic() ? "automatic" : "manual",
                    units.count(report.pending()),
                    units.count(report.enqueued()));
        }
        return listing(reports, table, json ? ListingJson::stream : null, "no stream is open\n");
    }

    /**
     * Lists buffers.
     *
     * @param exact whether to give plain numbers
     * @param json whether to give JSON
     * @param words none
     * @return their reports
     */
    @Descriptor("lists the open buffers of all programs, and where their bytes are valid")
    public Listing<BufferReport> buffers(
            @Descriptor(EXACT)
                    @Parameter(
                            names = {"-e", "--exact"},
                            presentValue = "true",
                            absentValue = "false")
                    boolean exact,
            @Descriptor(JSON)
                    @Parameter(
                            names = {"--json"},
                            presentValue = "true",
                            absentValue = "false")
                    boolean json,
            String[] words) {
        Words.rejectAll("buffers", words);
        List<BufferReport> reports = Present.of(monitor, Monitor.class).buffers();
        Units units = new Units(exact);
        Table table = new Table("name", "owner", "elements", ">size", "valid in");
        for (BufferReport report : reports) {
            table.row(
                    report.name(),
                    report.owner(),
                    BufferWords.elements(report.shape()),
                    units.bytes(report.shape().bytes()),
                    BufferWords.valid(report, units));
        }
        return listing(reports, table, json ? ListingJson::buffer : null, "no buffer is open\n");
    }

    private static <T> Listing<T> listing(
            List<T> reports, Table table, Function<T, Map<String, Object>> json, String none) {
        return reports.isEmpty() && json == null
                ? new Listing<>(reports, columns -> none)
                : new Listing<>(reports, table, json);
    }

    /**
     * Lists workers.
     *
     * @param exact whether to give plain numbers
     * @param json whether to give JSON
     * @param words none
     * @return their reports
     */
    @Descriptor("lists the workers of the host and what each one does")
    public Listing<WorkerReport> tasks(
            @Descriptor(EXACT)
                    @Parameter(
                            names = {"-e", "--exact"},
                            presentValue = "true",
                            absentValue = "false")
                    boolean exact,
            @Descriptor(JSON)
                    @Parameter(
                            names = {"--json"},
                            presentValue = "true",
                            absentValue = "false")
                    boolean json,
            String[] words) {
        Words.rejectAll("tasks", words);
        List<WorkerReport> reports = Present.of(monitor, Monitor.class).workers();
        Units units = new Units(exact);
        Table table = new Table("worker", "activity", ">done", ">stolen", ">queued");
        for (WorkerReport report : reports) {
            table.row(
                    report.worker(),
                    report.activity(),
                    units.count(report.tasks()),
                    units.count(report.steals()),
                    units.count(report.queued()));
        }
        return new Listing<>(reports, table, json ? ListingJson::worker : null);
    }
}
