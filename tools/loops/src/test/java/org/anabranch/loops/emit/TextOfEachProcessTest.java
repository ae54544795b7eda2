package org.anabranch.loops.emit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.anabranch.loops.ir.PureFunction;
import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The text of a kernel does not depend on the process that writes it, since drivers keep what they
 * have compiled by its text. The JDK's immutable maps have another order in each process.
 */
class TextOfEachProcessTest {
    private static final int PROCESSES = 3;

    /** Prints all functions of {@code StrictMath} that kernels have. */
    public static void main(String[] words) {
        System.out.print(all());
    }

    private static String all() {
        return Arrays.stream(PureFunction.values())
                .filter(PureFunction::isStrict)
                .filter(function -> StrictText.obstacle(function).isEmpty())
                .map(function -> StrictText.of("f", function, helpers()))
                .collect(Collectors.joining("\n"));
    }

    private static Helpers helpers() {
        return new Helpers(EmitOptions.Division.NATIVE);
    }

    @Test
    void l8_functionsOfStrictMathAreTheSameText() throws Exception {
        List<String> command =
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        TextOfEachProcessTest.class.getName());
        for (int i = 0; i < PROCESSES; i++) {
            Process process =
                    new ProcessBuilder(command)
                            .redirectError(ProcessBuilder.Redirect.INHERIT)
                            .start();
            byte[] said = process.getInputStream().readAllBytes();
            assertEquals(0, process.waitFor());
            assertEquals(all(), new String(said, StandardCharsets.UTF_8));
        }
    }
}
