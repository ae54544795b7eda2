package org.anabranch.spi.support;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

@EnabledOnOs({OS.LINUX, OS.MAC})
class UninterruptedCommandTest {

    @Test
    void r16_theChildOutlivesSigint() throws Exception {
        assertEquals(
                "2 of two words\n", said("kill -INT $$; echo \"$# of $1 $2\"", "two", "words"));
    }

    @Test
    void r16_theProcessIdIsThatOfTheCommand() throws Exception {
        Process process = start("echo $$");
        assertEquals(process.pid() + "\n", text(process));
    }

    private static String said(String script, String... words) throws Exception {
        return text(start(script, words));
    }

    private static String text(Process process) throws Exception {
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private static Process start(String script, String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", script, "sh"));
        command.addAll(List.of(words));
        return new ProcessBuilder(UninterruptedCommand.of(command))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }
}
