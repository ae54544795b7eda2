package org.anabranch.shell.commands;

import org.anabranch.api.Monitor;
import org.anabranch.api.Monitor.BufferReport;
import org.anabranch.api.Monitor.StreamReport;
import org.anabranch.api.Monitor.WorkerReport;
import org.anabranch.api.StreamOptions;
import org.anabranch.shell.output.Columns;
import org.anabranch.shell.output.Listing;
import org.anabranch.shell.output.Table;
import org.anabranch.shell.output.Units;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.Parameter;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;

import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The commands that list work: {@code streams}, {@code buffers}, {@code tasks}. */
@Component(immediate = true, service = ListCommands.class)
@GogoCommand(
        scope = "anabranch",
        function = {"streams", "buffers", "tasks"})
public final class ListCommands {
    private static final Columns<StreamReport> STREAMS =
            new Columns<StreamReport>()
                    .add(">id", StreamReport::id)
                    .add("owner", StreamReport::owner)
                    .add("domain", StreamReport::domain)
                    .add("order", one -> order(one.options()))
                    .add("on failure", one -> one.options().onFailure())
                    .add("transfers", one -> one.options().automatic() ? "automatic" : "manual")
                    .add(">pending", (one, units) -> units.count(one.pending()))
                    .add(">enqueued", (one, units) -> units.count(one.enqueued()));
    private static final Columns<BufferReport> BUFFERS =
            new Columns<BufferReport>()
                    .add("name", BufferReport::name)
                    .add("owner", BufferReport::owner)
                    .add("elements", one -> BufferWords.elements(one.shape()))
                    .add(">size", (one, units) -> units.bytes(one.shape().bytes()))
                    .add("valid in", BufferWords::valid);
    private static final Columns<WorkerReport> WORKERS =
            new Columns<WorkerReport>()
                    .add("worker", WorkerReport::worker)
                    .add("activity", WorkerReport::activity)
                    .add(">done", (one, units) -> units.count(one.tasks()))
                    .add(">stolen", (one, units) -> units.count(one.steals()))
                    .add(">queued", (one, units) -> units.count(one.queued()));
    private static final String EXACT = "plain numbers instead of units";
    private static final String JSON = "one line of JSON with exact numbers instead of a table";

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    volatile Monitor monitor;

    /**
     * Lists the open streams.
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
                    @Parameter(names = "--json", presentValue = "true", absentValue = "false")
                    boolean json,
            String[] words) {
        Words.rejectAll("streams", words);
        List<StreamReport> reports = Present.of(monitor, Monitor.class).streams();
        Table table = STREAMS.table(reports, new Units(exact));
        return listing(reports, table, json ? ListingJson::stream : null, "no stream is open\n");
    }

    /**
     * Lists the open buffers.
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
                    @Parameter(names = "--json", presentValue = "true", absentValue = "false")
                    boolean json,
            String[] words) {
        Words.rejectAll("buffers", words);
        List<BufferReport> reports = Present.of(monitor, Monitor.class).buffers();
        Table table = BUFFERS.table(reports, new Units(exact));
        return listing(reports, table, json ? ListingJson::buffer : null, "no buffer is open\n");
    }

    private static String order(StreamOptions options) {
        return options.order() + (options.deferred() ? "" : ", undeferred");
    }

    private static <T> Listing<T> listing(
            List<T> reports, Table table, Function<T, Map<String, Object>> json, String none) {
        return reports.isEmpty() && json == null
                ? new Listing<>(reports, columns -> none)
                : new Listing<>(reports, table, json);
    }

    /**
     * Lists the workers of the host.
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
                    @Parameter(names = "--json", presentValue = "true", absentValue = "false")
                    boolean json,
            String[] words) {
        Words.rejectAll("tasks", words);
        List<WorkerReport> reports = Present.of(monitor, Monitor.class).workers();
        Table table = WORKERS.table(reports, new Units(exact));
        return new Listing<>(reports, table, json ? ListingJson::worker : null);
    }
}
