package org.anabranch.shell.domains;

import org.anabranch.api.Domain;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.Monitor;
import org.anabranch.api.Monitor.DomainReport;
import org.anabranch.api.UnknownDomainException;
import org.anabranch.shell.commands.ListingJson;
import org.anabranch.shell.commands.Manual;
import org.anabranch.shell.commands.Present;
import org.anabranch.shell.commands.Words;
import org.anabranch.shell.output.Columns;
import org.anabranch.shell.output.CommandStreams;
import org.anabranch.shell.output.Listing;
import org.anabranch.shell.output.Table;
import org.anabranch.shell.output.Units;
import org.anabranch.shell.output.Wording;
import org.anabranch.spi.NamedDevices;
import org.anabranch.spi.support.DomainSelection;
import org.anabranch.spi.support.Patience;
import org.anabranch.spi.support.PendingDomains;
import org.anabranch.spi.support.Spelling;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.Parameter;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The command {@code domains}. */
@Component(immediate = true, service = DomainsCommand.class)
@GogoCommand(scope = "anabranch", function = "domains")
public final class DomainsCommand {
    private static final Columns<DomainReport> COLUMNS =
            new Columns<DomainReport>()
                    .add("id", one -> one.domain().id())
                    .add(">gen", one -> one.domain().generation())
                    .add("state", one -> one.domain().state())
                    .add(">units", one -> one.domain().processors().count())
                    .add(">memory", (one, units) -> units.bytes(memory(one.domain())))
                    .add(">in use", (one, units) -> units.bytes(one.instanceBytes()))
                    .add(">queued", (one, units) -> units.count(one.queued()))
                    .add(">done", (one, units) -> units.count(one.actions()))
                    .add(">failed", (one, units) -> units.count(one.failed()))
                    .add(">busy", (one, units) -> units.seconds(one.busyNanos() / 1e9))
                    .add("formats", one -> String.join(",", new TreeSet<>(one.domain().formats())));
    private static final Duration LONGEST = Duration.ofSeconds(2);
    private static final String EXACT = "plain numbers instead of units";
    private static final String JSON = "one line of JSON with exact numbers instead of a table";

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    volatile Monitor monitor;

    /** Devices that are domains only while they are named. */
    @Reference(
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    volatile List<NamedDevices> named = List.of();

    private final Supplier<Patience> patience;

    /**
     * Starts.
     *
     * @param context of this bundle
     */
    @Activate
    public DomainsCommand(BundleContext context) {
        this.patience = StartupPatience.from(context, this::backends, LONGEST);
    }

    public DomainsCommand(Monitor monitor, Supplier<Patience> patience) {
        this.monitor = monitor;
        this.patience = patience;
    }

    private long backends() {
        Monitor present = monitor;
        return present == null ? 0 : present.backends().size();
    }

    /**
     * Lists domains. First waits for those that are being opened, for two seconds at most.
     *
     * @param session whose console receives messages about the wait
     * @param exact whether to give plain numbers
     * @param json whether to give JSON
     * @param words ids or kinds
     * @return their reports
     * @throws InterruptedException if interrupted while waiting
     */
    @Descriptor("lists the domains: what they are, what they have done")
    @Manual(
            words = "[<id or kind>...]",
            notes = {
                "With ids or kinds, only those are listed, with all of their properties.",
                "Backends that look for their devices and devices that are being opened are waited"
                        + " for, two seconds at most; who still looks then is named.",
                "Models, k2h and reference, are domains only while a command names them ('run add"
                    + " 1000 --domains k2h'), or if they are set ('settings set org.anabranch.k2h"
                    + " boards 1')."
            })
    public Listing<DomainReport> domains(
            CommandSession session,
            @Descriptor(EXACT)
                    @Parameter(
                            names = {"-e", "--exact"},
                            presentValue = "true",
                            absentValue = "false")
                    boolean exact,
            @Descriptor(JSON)
                    @Parameter(names = "--json", presentValue = "true", absentValue = "false")
                    boolean json,
            @Descriptor("ids or kinds; all if none is given") String[] words)
            throws InterruptedException {
        Words.rejectOptions("domains", words);
        List<DomainReport> reports =
                selected(Arrays.asList(words), CommandStreams.of(session).err()::println);
        Table table = COLUMNS.table(reports, new Units(exact));
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

    private static long memory(Domain domain) {
        return domain.memory().getOrDefault(MemoryKind.NORMAL, 0L);
    }

    private List<DomainReport> selected(List<String> names, Consumer<String> notes)
            throws InterruptedException {
        Monitor present = Present.of(monitor, Monitor.class);
        PendingDomains pending = new PendingDomains(present, patience.get(), notes);
        Predicate<Domain> wanted =
                domain ->
                        names.isEmpty()
                                || names.contains(domain.id())
                                || names.contains(domain.kind());
        List<String> coming = pending.coming(wanted);
        while (!allActive(names, present.domains()) && pending.waits(coming)) {
            coming = pending.coming(wanted);
        }
        List<DomainReport> all = present.domains();
        if (!allActive(names, all)) {
            pending.looking().forEach(name -> notes.accept(name + " still looks for its devices"));
        }
        return chosen(names, all);
    }

    /** Ids that are there need not be waited for; of kinds and of all there may come more. */
    private static boolean allActive(List<String> ids, List<DomainReport> reports) {
        List<String> active =
                reports.stream()
                        .map(DomainReport::domain)
                        .filter(domain -> domain.state() == Domain.State.ACTIVE)
                        .map(Domain::id)
                        .toList();
        return !ids.isEmpty() && active.containsAll(ids);
    }

    private List<DomainReport> chosen(List<String> names, List<DomainReport> all) {
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
                                + Spelling.didYouMean(name, ids)
                                + DomainSelection.whileNamed(named, name));
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
}
