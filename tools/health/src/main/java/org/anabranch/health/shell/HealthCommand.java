package org.anabranch.health.shell;

import org.anabranch.api.ProgramException;
import org.anabranch.health.check.Checks;
import org.anabranch.health.check.HealthFinding;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.Parameter;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import java.util.List;
import java.util.Map;

/**
 * The command {@code health}. Registered by properties, because Gogo's annotation would make Gogo a
 * dependency.
 */
@Component(
        service = HealthCommand.class,
        property = {"osgi.command.scope=anabranch", "osgi.command.function=health"})
public final class HealthCommand {
    private final Checks checks;

    /**
     * Creates the command.
     *
     * @param checks the checks
     */
    @Activate
    public HealthCommand(@Reference Checks checks) {
        this.checks = checks;
    }

    /**
     * Runs the checks.
     *
     * @param json true to return data
     * @param words none
     * @return lines, or data
     */
    @Descriptor(
            "checks domains, running kernels and tasks, memory, the event log and plugins:"
                    + " health [--json]. Each is OK, WARN, TEMPORARILY_UNAVAILABLE or CRITICAL.")
    public Object health(
            @Descriptor("data instead of text")
                    @Parameter(
                            names = {"--json"},
                            presentValue = "true",
                            absentValue = "false")
                    boolean json,
            String... words) {
        if (words.length > 0) {
            throw new ProgramException("health takes --json or nothing, not '" + words[0] + "'");
        }
        List<HealthFinding> findings = checks.findings();
        return json
                ? findings.stream().map(HealthFinding::data).toArray(Map<?, ?>[]::new)
                : text(findings);
    }

    private static String text(List<HealthFinding> findings) {
        StringBuilder text = new StringBuilder();
        for (HealthFinding finding : findings) {
            String head = "%-8s  %s  ".formatted(finding.name(), finding.status());
            text.append(head).append(printable(finding.sentence())).append('\n');
            if (!finding.advice().isEmpty()) {
                text.append(" ".repeat(10)).append(finding.advice()).append('\n');
            }
        }
        return text.toString().stripTrailing();
    }

    /** Returns a printable form: text from a backend or a program may contain any characters. */
    private static String printable(String text) {
        return text.replaceAll("\\R", " ").replaceAll("\\p{Cntrl}", "?");
    }
}
