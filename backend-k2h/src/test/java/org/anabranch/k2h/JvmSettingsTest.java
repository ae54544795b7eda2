package org.anabranch.k2h;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Tests that the result for a seed does not depend on the virtual machine: collectors, compilers,
 * processors.
 */
@Timeout(300)
class JvmSettingsTest {
    private static final List<List<String>> SETTINGS =
            List.of(
                    List.of("-XX:+UseSerialGC", "-Xmx96m"),
                    List.of("-XX:TieredStopAtLevel=1", "-XX:ActiveProcessorCount=1"),
                    List.of("-XX:+UseZGC"),
                    List.of("-XX:ActiveProcessorCount=1"),
                    List.of("-Djdk.virtualThreadScheduler.parallelism=4"),
                    List.of());

    private static final int BY_DAY = 2;

    @Test
    void oneSeedIsOneRunOfBothSchedulersUnderEverySettingOfTheJvm() throws Exception {
        List<String> seeds = Programs.NIGHTLY ? List.of("1", "2", "3", "4", "5") : List.of("1");
        List<String> here = seeds.stream().map(Long::parseLong).map(Replay::hash).toList();
        for (List<String> settings : SETTINGS.subList(0, Programs.NIGHTLY ? 6 : BY_DAY)) {
            assertEquals(here, elsewhere(settings, seeds), settings.toString());
        }
    }

    private static List<String> elsewhere(List<String> settings, List<String> seeds)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(settings);
        command.addAll(List.of("-cp", classPath(), Replay.class.getName()));
        command.addAll(seeds);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (var output = process.getInputStream()) {
            String text = new String(output.readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(0, process.waitFor(), text);
            return text.lines().toList();
        }
    }

    private static String classPath() {
        return System.getProperty(
                "surefire.test.class.path",
                System.getProperty("java.class.path", "." + File.pathSeparator));
    }
}
