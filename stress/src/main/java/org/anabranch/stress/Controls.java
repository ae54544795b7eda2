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
 * fails hides others that pass.
 */
final class Controls {
    private static final Pattern NAME =
            Pattern.compile("org\\.anabranch\\.[A-Za-z.]+Control(?![A-Za-z_])");

    private Controls() {}

    public static void main(String[] options) throws Exception {
        Path log = Path.of("jcstress-control.txt");
        List<String> command =
                new ArrayList<>(
                        List.of(
                                ProcessHandle.current().info().command().orElseThrow(),
                                "--enable-native-access=ALL-UNNAMED",
                                "-jar",
                                "jcstress.jar"));
        command.addAll(List.of(options));
        command.addAll(List.of("-r", "jcstress-control", "-t", "Control$"));
        int status =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start()
                        .waitFor();
        String report = Files.readString(log);
        List<String> controls = names();
        List<String> blind = new ArrayList<>(controls);
        blind.removeIf(control -> found(control, report));
        System.out.println(
                (controls.size() - blind.size())
                        + " planted races of "
                        + controls.size()
                        + " found");
        if (controls.isEmpty() || !blind.isEmpty()) {
            System.err.println("not found, see " + log + ", status " + status + ": " + blind);
            System.exit(1);
        }
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
