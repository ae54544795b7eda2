package org.anabranch.stencil.shell;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Domain;
import org.anabranch.api.Kernel;
import org.anabranch.api.Monitor;
import org.anabranch.api.Platform;
import org.anabranch.api.ProgramException;
import org.anabranch.spi.NamedDevices;
import org.anabranch.spi.support.Arguments;
import org.anabranch.spi.support.DomainSelection;
import org.anabranch.spi.support.Patience;
import org.anabranch.stencil.check.CutCheck;
import org.anabranch.stencil.check.GhostCheck;
import org.anabranch.stencil.description.DescriptionException;
import org.anabranch.stencil.description.Stencil;
import org.anabranch.stencil.description.StencilReader;
import org.anabranch.stencil.emit.HostProgram;
import org.anabranch.stencil.plan.PlanOptions;
import org.anabranch.stencil.plan.Planner;
import org.anabranch.stencil.plan.StencilPlan;
import org.anabranch.stencil.run.StencilKernels;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Descriptor;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The commands {@code stencil:plan}, {@code stencil:compute}, {@code stencil:check}, {@code
 * stencil:emit}. Created at first use, and registered by properties, because Gogo's annotation
 * would make Gogo a dependency: without Gogo this class is not loaded, and the rest is a library.
 */
@Component(
        service = StencilCommands.class,
        property = {
            "osgi.command.scope=stencil",
            "osgi.command.function=plan",
            "osgi.command.function=compute",
            "osgi.command.function=check",
            "osgi.command.function=emit"
        })
public final class StencilCommands {
    private static final Set<String> PLANNING = Set.of("weights", "policy", "cut", "depth");

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Platform platform;
    private final Monitor monitor;

    /** Devices that are domains only if they are named. */
    @Reference(
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    volatile List<NamedDevices> named = List.of();

    /**
     * Creates the commands.
     *
     * @param platform the platform
     * @param monitor knows domains that are still being opened
     */
    @Activate
    public StencilCommands(@Reference Platform platform, @Reference Monitor monitor) {
        this.platform = platform;
        this.monitor = monitor;
    }

    /**
     * Prints a plan.
     *
     * @param session where to print
     * @param words as the descriptor says
     * @return data with {@code --json}, else null
     */
    @Descriptor(
            "prints zones, neighbours, bytes and order of a stencil: stencil:plan FILE [--devices N"
                    + " | --weights W,W,...] [--policy volume|projection] [--cut best|gcd|weighted]"
                    + " [--depth K] [--svg OUT] [--json]")
    public Object plan(CommandSession session, String... words) {
        Arguments given = parsed("plan", words, with(PLANNING, "devices", "svg"), Set.of("json"));
        PrintStream out = Output.of(session).out();
        StencilPlan plan = Planner.plan(read(given), planning(given, 1));
        given.value("svg").ifPresent(path -> write(path, plan.drawing()));
        if (!given.has("json")) {
            out.print(plan.text());
            given.value("svg").ifPresent(path -> out.println("wrote " + path));
        }
        out.flush();
        return given.has("json") ? StencilData.of(plan) : null;
    }

    /**
     * Runs a stencil.
     *
     * @param session where to print
     * @param words as the descriptor says
     * @return data with {@code --json}, else null
     * @throws Exception if it fails
     */
    @Descriptor(
            "runs a stencil: stencil:compute FILE [--domains A,B|all] [--in ARRAY=SOURCE]... [--out"
                + " ARRAY=FILE]... [--iterations N] [--depth K] [--everywhere] [--phased] [--recut"
                + " M] [--weights W,W,...] [--policy P] [--cut C] [--flops F] [--range LOW,HIGH]"
                + " [--scale] [--verify] [--json]. A source is a PNG image, a raw file, random,"
                + " pulse or a number; an output is a PNG image or a raw file. Of several domains"
                + " those are used that pay; with --everywhere or weights, all.")
    public Object compute(CommandSession session, String... words) throws Exception {
        Set<String> valued =
                with(PLANNING, "domains", "in", "out", "iterations", "recut", "flops", "range");
        Arguments given =
                parsed(
                        "compute",
                        words,
                        valued,
                        Set.of("everywhere", "phased", "scale", "verify", "json"));
        Stencil stencil = read(given);
        if (given.has("iterations")) {
            stencil = stencil.iterating(given.number("iterations", 0, 0, 1_000_000_000));
        }
        Output output = Output.of(session);
        String selectors = given.value("domains").orElse("host");
        try (var _ = NamedDevices.named(named, selectors)) {
            List<Domain> chosen = select(selectors, output);
            return new ShellRun(platform, output, given, stencil, chosen, this::planning).run();
        }
    }

    /**
     * Tests a kernel against its description.
     *
     * @param session where to print
     * @param words as the descriptor says
     * @return data with {@code --json}, else null
     * @throws InterruptedException if interrupted while waiting for domains
     */
    @Descriptor(
            "tests with poison that a kernel reads and writes only the cells of its description,"
                + " and that it computes the same in several zones as in one: stencil:check FILE"
                + " [--domains A,B|all] [--json]")
    public Object check(CommandSession session, String... words) throws InterruptedException {
        Arguments given = parsed("check", words, Set.of("domains"), Set.of("json"));
        Output output = Output.of(session);
        Stencil stencil = read(given);
        Kernel kernel = StencilKernels.find(platform, stencil);
        List<String> wrong = new ArrayList<>();
        List<Map<String, Object>> data = new ArrayList<>();
        String selectors = given.value("domains").orElse("host");
        try (var _ = NamedDevices.named(named, selectors)) {
            for (Domain domain : select(selectors, output)) {
                Optional<String> found = fault(domain, kernel, stencil);
                data.add(Map.of("domain", domain.id(), "fault", found.orElse("")));
                if (!given.has("json")) {
                    String said = found.orElse("the kernel is as described");
                    output.out().println(domain.id() + ": " + said);
                }
                found.ifPresent(wrong::add);
            }
        }
        output.out().flush();
        if (given.has("json")) {
            return data.toArray(Map<?, ?>[]::new);
        }
        if (!wrong.isEmpty()) {
            throw new AnabranchException(file(given) + ": " + wrong.getFirst());
        }
        return null;
    }

    private Optional<String> fault(Domain domain, Kernel kernel, Stencil stencil)
            throws InterruptedException {
        Optional<String> found = GhostCheck.run(platform, domain, kernel, stencil);
        return found.isEmpty() ? CutCheck.run(platform, domain, kernel, stencil) : found;
    }

    /**
     * Writes a C program.
     *
     * @param session where to print
     * @param words as the descriptor says
     */
    @Descriptor(
            "writes a stencil as a C program that needs only OpenCL: stencil:emit FILE [--devices"
                    + " N] [--policy P] [--cut C] [--weights W,W,...] [--to OUT.c]")
    public void emit(CommandSession session, String... words) {
        Arguments given = parsed("emit", words, with(PLANNING, "devices", "to"), Set.of());
        Stencil stencil = read(given);
        String program;
        try {
            program = HostProgram.of(Planner.plan(stencil, planning(given, 1)));
        } catch (DescriptionException refused) {
            throw new ProgramException("stencil:emit: " + refused.getMessage(), refused);
        }
        PrintStream out = Output.of(session).out();
        if (given.has("to")) {
            write(given.value("to").orElseThrow(), program);
            out.println("wrote " + given.value("to").orElseThrow());
        } else {
            out.print(program);
        }
        out.flush();
    }

    private List<Domain> select(String selectors, Output output) throws InterruptedException {
        return new DomainSelection(
                        platform,
                        monitor,
                        Patience.upTo(PATIENCE),
                        output.err()::println,
                        named,
                        name -> false)
                .select(selectors);
    }

    private static Arguments parsed(
            String command, String[] words, Set<String> valued, Set<String> flags) {
        Arguments given = new Arguments("stencil:" + command, List.of(words), valued, flags);
        if (given.words() != 1) {
            throw given.complaint("needs one description, not " + given.words());
        }
        return given;
    }

    private static String file(Arguments given) {
        return given.word(0, "description");
    }

    private static Set<String> with(Set<String> some, String... more) {
        Set<String> all = new HashSet<>(some);
        all.addAll(List.of(more));
        return all;
    }

    private static Stencil read(Arguments given) {
        try {
            return StencilReader.read(Path.of(file(given)));
        } catch (DescriptionException wrong) {
            throw new ProgramException(wrong.getMessage(), wrong);
        }
    }

    private PlanOptions planning(Arguments given, int devices) {
        if (given.has("devices") && given.has("weights")) {
            throw given.complaint("takes --devices or --weights, not both");
        }
        try {
            int count = (int) given.number("devices", devices, 1, 4096);
            PlanOptions options =
                    given.has("weights")
                            ? PlanOptions.weighted(given.numbers("weights"))
                            : PlanOptions.devices(count);
            return options.with(given.choice("policy", PlanOptions.Policy.VOLUME))
                    .with(given.choice("cut", PlanOptions.Cut.BEST))
                    .deep((int) given.number("depth", 1, 1, 1024));
        } catch (IllegalArgumentException wrong) {
            throw given.complaint(wrong.getMessage());
        }
    }

    private static void write(String path, String text) {
        try {
            Files.writeString(Path.of(path), text);
        } catch (IOException unwritable) {
            throw new ProgramException(
                    "cannot write " + path + ": is there such a folder, and may it be written to?",
                    unwritable);
        }
    }
}
