package org.anabranch.conformance.shell;

import static java.util.stream.Collectors.joining;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Domain;
import org.anabranch.api.Platform;
import org.anabranch.api.ProgramException;
import org.anabranch.conformance.Examination;
import org.anabranch.conformance.Rule;
import org.anabranch.conformance.RuleBrokenError;
import org.anabranch.conformance.RuleVerdict;
import org.anabranch.conformance.ServiceDeclaration;
import org.anabranch.conformance.Subject;
import org.anabranch.spi.Backend;
import org.anabranch.spi.DeviceInfo;
import org.anabranch.spi.NamedDevices;
import org.anabranch.spi.support.Arguments;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Converter;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.Process;
import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/**
 * The commands {@code conformance} and {@code selftest}, which are synonyms: they check the rules
 * of the SPI on a present device. Created at first use, so that without Gogo this class is not
 * loaded.
 */
@Component(
        service = ConformanceCommands.class,
        property = {
            "osgi.command.scope=anabranch",
            "osgi.command.function=conformance",
            "osgi.command.function=selftest"
        })
public final class ConformanceCommands {
    private static final long PATIENCE_NANOS = 10_000_000_000L;
    private static final long LOOK_NANOS = 5_000_000;
    private final BundleContext context;

    /**
     * Creates the commands.
     *
     * @param context to find backends
     */
    @Activate
    public ConformanceCommands(BundleContext context) {
        this.context = context;
    }

    /**
     * Does the same as {@link #conformance}.
     *
     * @param session formats data
     * @param words as the descriptor says
     * @return as {@link #conformance}
     */
    @Descriptor(
            "tests a device against the rules for backends: selftest [DEVICE or KIND"
                    + " [RULE...]] [--json]; the same as conformance")
    public Object selftest(CommandSession session, String... words) {
        return conformance(session, words);
    }

    /**
     * Checks devices by rules and prints a line for each result; without a device, lists the
     * devices.
     *
     * @param session formats data
     * @param words as the descriptor says
     * @return data with {@code --json}, else null
     * @throws AnabranchException if a rule is broken
     */
    @Descriptor(
            "tests a device against the rules for backends: conformance [DEVICE or KIND [RULE...]]"
                + " [--json]. It opens the device in addition to its users and takes some seconds;"
                + " without a device it lists the devices. Simulated ones exist when they are"
                + " named: conformance k2h")
    public Object conformance(CommandSession session, String... words) {
        Arguments given = new Arguments("conformance", List.of(words), Set.of(), Set.of("json"));
        boolean json = given.has("json");
        PrintStream out = out(session);
        if (given.words() == 0) {
            return list(session, out, json);
        }
        String name = given.word(0, "device");
        List<Rule> rules =
                IntStream.range(1, given.words())
                        .mapToObj(position -> rule(given.word(position, "rule")))
                        .toList();
        try (var _ = NamedDevices.named(services(NamedDevices.class), name)) {
            return examine(
                    session, subjects(name), rules.isEmpty() ? Rule.all() : rules, json, out);
        }
    }

    private static Object examine(
            CommandSession session,
            List<Subject> subjects,
            List<Rule> rules,
            boolean json,
            PrintStream out) {
        List<Map<String, Object>> data = new ArrayList<>();
        int broken = 0;
        for (Subject subject : subjects) {
            Examination examination = new Examination(subject);
            for (Rule rule : rules) {
                if (examination.stopped().isPresent()) {
                    break;
                }
                RuleVerdict verdict = examination.verdict(rule);
                broken += verdict.outcome() == RuleVerdict.Outcome.BROKEN ? 1 : 0;
                data.add(data(subject, verdict));
                if (!json) {
                    out.println(line(subject, verdict));
                    out.flush();
                }
            }
            examination
                    .stopped()
                    .filter(sentence -> !json)
                    .ifPresent(
                            sentence ->
                                    out.println(
                                            subject.info().id() + "  the others are " + sentence));
        }
        Map<?, ?>[] all = data.toArray(Map<?, ?>[]::new);
        if (broken > 0) {
            print(session, json, all, out);
            throw new AnabranchException(
                    broken + " of " + data.size() + " checks found a rule that is broken");
        }
        return json ? all : null;
    }

    /** Prints the rows of a command that fails, for which the shell prints no result. */
    private static void print(
            CommandSession session, boolean json, Map<?, ?>[] rows, PrintStream out) {
        if (json) {
            out.println(session.format(rows, Converter.INSPECT));
            out.flush();
        }
    }

    private static PrintStream out(CommandSession session) {
        Process process = Process.Utils.current();
        return process == null ? session.getConsole() : process.out();
    }

    private Object list(CommandSession session, PrintStream out, boolean json) {
        List<Map<String, Object>> data = new ArrayList<>();
        Devices devices = devices();
        for (DeviceInfo info : devices.found.keySet()) {
            data.add(Map.of("device", info.id(), "rules", Rule.all().size()));
            if (!json) {
                out.println(info.id());
            }
        }
        if (data.isEmpty() && !json) {
            out.println("no backend finds a device");
        }
        for (NamedDevices named : services(NamedDevices.class)) {
            if (!json && data.stream().noneMatch(row -> isOf(row, named))) {
                out.println(named.kind() + "  (there when it is named)");
            }
        }
        out.flush();
        Map<?, ?>[] all = data.toArray(Map<?, ?>[]::new);
        if (!devices.broken.isEmpty()) {
            print(session, json, all, out);
            throw new AnabranchException(String.join("; ", devices.broken));
        }
        return json ? all : null;
    }

    private static boolean isOf(Map<String, Object> row, NamedDevices devices) {
        return row.get("device").toString().startsWith(devices.kind() + ":");
    }

    private static Rule rule(String number) {
        try {
            return Rule.numbered(number);
        } catch (IllegalArgumentException unknown) {
            throw new ProgramException(unknown.getMessage(), unknown);
        }
    }

    private List<Subject> subjects(String name) {
        List<Subject> subjects = new ArrayList<>();
        Devices devices = devices();
        devices.found.forEach(
                (info, reference) -> {
                    if (info.id().equals(name) || info.kind().equals(name)) {
                        awaitDomain(info.id());
                        subjects.add(
                                Subject.of(
                                        context.getService(reference),
                                        info,
                                        ServiceDeclaration.of(context, reference, info.kind())));
                    }
                });
        if (subjects.isEmpty()) {
            throw new ProgramException(
                    "no backend finds a device "
                            + name
                            + "; there are "
                            + devices.found.keySet().stream().map(DeviceInfo::id).sorted().toList()
                            + devices.broken.stream().map("; "::concat).collect(joining()));
        }
        return subjects;
    }

    /** The devices, and for each backend whose search fails the rule that it breaks. */
    private record Devices(Map<DeviceInfo, ServiceReference<Backend>> found, List<String> broken) {}

    private Devices devices() {
        Devices devices = new Devices(new LinkedHashMap<>(), new ArrayList<>());
        for (ServiceReference<Backend> reference : references(Backend.class, null)) {
            Backend backend = context.getService(reference);
            if (backend != null) {
                try {
                    Rule.probed(backend).forEach(info -> devices.found.put(info, reference));
                } catch (RuleBrokenError broken) {
                    devices.broken.add(backend.getClass().getName() + ": " + broken.getMessage());
                }
            }
        }
        return devices;
    }

    /**
     * Waits until the scheduler has opened a device, also a model that was just named, so that the
     * threads that this starts are not attributed to a rule. A device that cannot be opened is
     * examined all the same.
     */
    private void awaitDomain(String id) {
        boolean isScheduled = !references(Platform.class, null).isEmpty();
        long began = System.nanoTime();
        while (isScheduled
                && references(Domain.class, "(id=" + id + ")").isEmpty()
                && System.nanoTime() - began < PATIENCE_NANOS
                && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    private <T> List<T> services(Class<T> type) {
        return references(type, null).stream()
                .map(context::getService)
                .filter(Objects::nonNull)
                .toList();
    }

    private <T> Collection<ServiceReference<T>> references(Class<T> type, String filter) {
        try {
            return context.getServiceReferences(type, filter);
        } catch (InvalidSyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static String line(Subject subject, RuleVerdict verdict) {
        String words = verdict.words().isEmpty() ? "" : "  (" + verdict.words() + ")";
        return "%s  %-7s  %s%s"
                .formatted(subject.info().id(), word(verdict), verdict.rule().name(), words);
    }

    private static String word(RuleVerdict verdict) {
        return verdict.outcome().name().toLowerCase(Locale.ROOT);
    }

    private static Map<String, Object> data(Subject subject, RuleVerdict verdict) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("device", subject.info().id());
        data.put("rule", verdict.rule().number());
        data.put("name", verdict.rule().name());
        data.put("outcome", word(verdict));
        data.put("words", verdict.words());
        return data;
    }
}
