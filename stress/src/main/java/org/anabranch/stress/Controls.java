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
 * Runs the {@code *Control}s of jcstress and demands that each of them fails: a suite that cannot
 * find a planted race would pass everything. The status of the run is not enough, since one that
 * fails hides others that pass. A race that is not found at once, as on a machine with little time
 * to give, is looked for again and longer.
 */
final class Controls {
    private static final Pattern NAME =
            Pattern.compile("org\\.anabranch\\.[A-Za-z.]+Control(?![A-Za-z_])");
    private static final Path LOG = Path.of("jcstress-control.txt");
    private static final int TRIES = 8;

    private Controls() {}

    public static void main(String[] options) throws Exception {
        List<String> controls = names();
        List<String> blind = new ArrayList<>(controls);
        for (int tried = 0; tried < TRIES && !blind.isEmpty(); tried++) {
            String report = run(longer(options, 1 << tried), blind);
            blind.removeIf(control -> found(control, report));
            System.out.println(
                    (controls.size() - blind.size())
                            + " planted races of "
                            + controls.size()
                            + " found");
        }
        if (controls.isEmpty() || !blind.isEmpty()) {
            System.err.println("not found, see " + LOG + ": " + blind);
            System.exit(1);
        }
    }

    /** The options with a multiple of the time per iteration. */
    private static List<String> longer(String[] options, int factor) {
        List<String> changed = new ArrayList<>(List.of(options));
        int time = changed.indexOf("-time") + 1;
        if (time > 0) {
            changed.set(time, Integer.toString(factor * Integer.parseInt(changed.get(time))));
        }
        return changed;
    }

    /** Runs some of the controls; returns what jcstress says. */
    private static String run(List<String> options, List<String> controls) throws Exception {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                ProcessHandle.current().info().command().orElseThrow(),
                                "--enable-native-access=ALL-UNNAMED",
                                "-jar",
                                "jcstress.jar"));
        command.addAll(options);
        String which = "(" + String.join("|", controls).replace(".", "\\.") + ")$";
        command.addAll(List.of("-r", "jcstress-control", "-t", which));
        new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(LOG.toFile())
                .start()
                .waitFor();
        return Files.readString(LOG);
    }

    private static boolean found(String control, String report) {
        return report.lines()
                .anyMatch(
                        line ->
                                line.startsWith(control + " ")
                                        && line.contains("Observed forbidden state"));
    }

    private static List<String> names() throws Exception {
        try (BufferedReader list =
                new BufferedReader(
                        new InputStreamReader(
                                Objects.requireNonNull(
                                        Controls.class.getResourceAsStream("/META-INF/TestList")),
                                StandardCharsets.UTF_8))) {
            return NAME.matcher(String.join("\n", list.lines().toList()))
                    .results()
                    .map(MatchResult::group)
                    .distinct()
                    .sorted()
                    .toList();
        }
    }
}
