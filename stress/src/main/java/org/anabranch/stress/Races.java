package org.anabranch.stress;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The runner of jcstress: runs every {@code *Test} and every {@code *Control} once, and requires
 * that each of the former passes and each of the latter fails. A suite that cannot find a planted
 * race would pass everything. The status of the run is not enough, since an expected failure hides
 * unexpected ones. A planted race that is not found is searched for again and longer, as on a
 * loaded machine.
 */
final class Races {
    private static final Path LOG = Path.of("jcstress.txt");
    private static final int TRIES = 8;

    /** The line that jcstress prints for the result of each test, also at the end. */
    private static final Pattern VERDICT =
            Pattern.compile("^\\.+ \\[([^]]+)] (org\\.anabranch\\.\\S+)", Pattern.MULTILINE);

    private Races() {}

    public static void main(String[] options) throws Exception {
        List<String> tests = names("Test");
        List<String> controls = names("Control");
        List<String> all = new ArrayList<>(tests);
        all.addAll(controls);
        String report = run(List.of(options), all);
        List<String> faults = faults(report, tests);
        System.out.println(tests.size() + " race tests, not passed: " + faults);
        List<String> blind = new ArrayList<>(controls);
        for (int tried = 1; tried <= TRIES; tried++) {
            String last = report;
            blind.removeIf(control -> found(control, last));
            System.out.println(
                    (controls.size() - blind.size())
                            + " planted races of "
                            + controls.size()
                            + " found");
            if (!faults.isEmpty() || blind.isEmpty() || tried == TRIES) {
                break;
            }
            report = run(longer(options, 1 << tried), blind);
        }
        if (tests.isEmpty() || controls.isEmpty() || !faults.isEmpty() || !blind.isEmpty()) {
            System.err.println("not passed: " + faults + ", not found: " + blind + ", see " + LOG);
            System.exit(1);
        }
    }

    /** Returns the options with a multiple of the time per iteration. */
    private static List<String> longer(String[] options, int factor) {
        List<String> changed = new ArrayList<>(List.of(options));
        int time = changed.indexOf("-time") + 1;
        if (time > 0) {
            changed.set(time, Integer.toString(factor * Integer.parseInt(changed.get(time))));
        }
        return changed;
    }

    /** Runs some tests; returns the output of jcstress. */
    private static String run(List<String> options, List<String> some) throws Exception {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                ProcessHandle.current().info().command().orElseThrow(),
                                "--enable-native-access=ALL-UNNAMED",
                                "-jar",
                                "jcstress.jar"));
        command.addAll(options);
        String which = "^(" + String.join("|", some).replace(".", "\\.") + ")$";
        command.addAll(List.of("-v", "-r", "jcstress", "-t", which));
        new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(LOG.toFile())
                .start()
                .waitFor();
        return Files.readString(LOG);
    }

    /** Returns the tests with a result other than success, or without a result. */
    private static List<String> faults(String report, List<String> tests) {
        int end = report.lastIndexOf("RUN RESULTS:");
        if (end < 0 || !report.contains("Error tests: No matches.")) {
            return List.of("not all were run to their end");
        }
        List<String> passed =
                VERDICT.matcher(report.substring(end))
                        .results()
                        .filter(verdict -> verdict.group(1).equals("OK"))
                        .map(verdict -> verdict.group(2))
                        .toList();
        List<String> others =
                VERDICT.matcher(report)
                        .results()
                        .filter(verdict -> !verdict.group(1).equals("OK"))
                        .map(verdict -> verdict.group(2))
                        .toList();
        return tests.stream()
                .filter(test -> !passed.contains(test) || others.contains(test))
                .toList();
    }

    private static boolean found(String control, String report) {
        return report.lines()
                .anyMatch(
                        line ->
                                line.startsWith(control + " ")
                                        && line.contains("Observed forbidden state"));
    }

    /** Returns the names of compiled tests of one kind. */
    private static List<String> names(String kind) throws Exception {
        Pattern name = Pattern.compile("org\\.anabranch\\.[A-Za-z.]+" + kind + "(?![A-Za-z_])");
        try (BufferedReader list =
                new BufferedReader(
                        new InputStreamReader(
                                Objects.requireNonNull(
                                        Races.class.getResourceAsStream("/META-INF/TestList")),
                                StandardCharsets.UTF_8))) {
            return name.matcher(String.join("\n", list.lines().toList()))
                    .results()
                    .map(MatchResult::group)
                    .distinct()
                    .sorted()
                    .toList();
        }
    }
}
