package org.anabranch.product;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The start script for Windows, read beside the other one: here it cannot run. */
class WindowsScriptTest {
    private static String script(String name) throws IOException {
        return Files.readString(OutsideMaven.ROOT.resolve(name));
    }

    /** The words of the last command, which starts the JVM, in the form that both can have. */
    private static List<String> command(String script) {
        String text = script.replace("\r", "").replace('\\', '/').replaceAll("%(\\w+)%", "\\$$1");
        String last = text.substring(text.lastIndexOf("--enable-native-access"));
        int jar = last.indexOf("anabranch.jar\"");
        return Pattern.compile("-[-\\w]\\S*(?: \"\\S+\")?")
                .matcher(last.substring(0, jar) + "anabranch.jar\"")
                .results()
                .map(MatchResult::group)
                .filter(word -> !word.contains("TMPDIR") && !word.contains("columns"))
                .toList();
    }

    @Test
    void itStartsTheSameProgramWithTheSameOptions() throws IOException {
        List<String> unix =
                command(script("anabranch")).stream()
                        .map(word -> word.replace("$plugins", "$ANABRANCH_PLUGINS"))
                        .map(word -> word.replace("$token", "$ANABRANCH_TOKEN_FILE"))
                        .map(word -> word.replace("$trace", "$ANABRANCH_TRACE"))
                        .toList();
        assertEquals(13, unix.size(), unix::toString);
        assertEquals(unix, command(script("anabranch.cmd")));
    }

    @Test
    void itIsATextOfWindowsWhoseJumpsHaveTargets() throws IOException {
        String text = script("anabranch.cmd");
        assertEquals(text.lines().count(), text.chars().filter(c -> c == '\r').count());
        assertTrue(text.endsWith("\r\n"));
        Set<String> targets = found("(?m)^:(\\w+)", text);
        assertEquals(Set.of("usage", "wrong", "words", "start", "java"), targets);
        assertEquals(targets, found("goto (\\w+)", text));
        String built = "call mvnw.cmd -B -q -Dmaven.test.skip -pl cnf -am package";
        assertTrue(text.contains(built) && script("anabranch").contains(built.substring(14)));
    }

    @Test
    void issue_24_itTakesTheSameWordsAndNamesThem() throws IOException {
        String windows = script("anabranch.cmd");
        assertTrue(windows.contains("in (\"\" run -c --version --web) do"));
        String usage = windows.substring(windows.indexOf(":usage"));
        for (String word : Set.of("run", "-c", "--version", "--web", "--trace-to", "--report")) {
            assertTrue(usage.contains(word), word);
            assertTrue(script("anabranch").contains(word), word);
        }
    }

    private static Set<String> found(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toSet());
    }
}
