package org.anabranch.examples.job;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Domain;
import org.anabranch.api.Job;
import org.anabranch.api.Platform;
import org.anabranch.api.ProgramException;
import org.anabranch.launch.Anabranch;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/** The runner of a job from a plain {@code main}, outside OSGi: one call embeds the framework. */
public final class PlainMain {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final int UNUSABLE = 2;

    private PlainMain() {}

    /**
     * Runs the job, prints the report, and ends the process: with status 0 if the result is
     * verified, 1 if not or if the job failed, 2 if an argument is invalid.
     *
     * @param job the job
     * @param arguments as in its usage; {@code --domains} with ids or kinds, separated by commas,
     *     selects the domains (default: the host)
     */
    public static void run(Job job, String... arguments) {
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        int status;
        try (Anabranch anabranch = Anabranch.start()) {
            status = print(run(anabranch, job, arguments, out), out) ? 0 : 1;
        } catch (ProgramException e) {
            System.err.println(e.getMessage());
            status = UNUSABLE;
        } catch (AnabranchException e) {
            System.err.println(job.name() + " failed: " + e.getMessage());
            status = 1;
        }
        System.exit(status);
    }

    private static Job.Report run(
            Anabranch anabranch, Job job, String[] arguments, PrintWriter out) {
        List<String> rest = new ArrayList<>(List.of(arguments));
        Platform platform = anabranch.platform();
        List<Domain> domains = List.of(platform.host());
        int at = rest.indexOf("--domains");
        if (at >= 0 && at + 1 == rest.size()) {
            throw new ProgramException(job.name() + ": option --domains has no value");
        }
        if (at >= 0) {
            domains = new ArrayList<>();
            for (String selector : rest.get(at + 1).split(",")) {
                domains.addAll(anabranch.domains(selector, PATIENCE));
            }
            rest.subList(at, at + 2).clear();
        }
        try {
            return job.run(platform, domains.stream().distinct().toList(), rest, out);
        } catch (AnabranchException e) {
            throw e;
        } catch (Exception e) {
            throw new AnabranchException(e.toString(), e);
        }
    }

    private static boolean print(Job.Report report, PrintWriter out) {
        out.println((report.verified() ? "verified: " : "WRONG: ") + report.verification());
        String line = String.format(Locale.ROOT, "%.6f s", report.seconds());
        if (report.flops() > 0) {
            line +=
                    String.format(
                            Locale.ROOT, ", %.3f GFLOP/s", report.flops() / report.seconds() / 1e9);
        }
        out.println(line);
        new TreeMap<>(report.figures()).forEach((name, value) -> out.println(name + " = " + value));
        return report.verified();
    }
}
