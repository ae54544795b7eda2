package org.anabranch.spi.support;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.ProgramException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

class ArgumentsTest {
    private enum Cut {
        BEST,
        EVEN
    }

    private static Arguments of(String line) {
        return new Arguments(
                "acme:run",
                List.of(line.split(" ")),
                Set.of("depth", "in", "cut", "weights"),
                Set.of("json"));
    }

    @Test
    void wordsOptionsAndFlagsMixInAnyOrder() {
        Arguments given = of("--json a.xml --depth 3 --in=A=x --in B=y=z --cut even");
        assertEquals("a.xml", given.word(0, "a file"));
        assertEquals(1, given.words());
        assertTrue(given.has("json"));
        assertFalse(given.has("weights"));
        assertEquals(3, given.number("depth", 1, 1, 9));
        assertEquals(Optional.of("3"), given.value("depth"));
        assertEquals(List.of("A=x", "B=y=z"), given.all("in"));
        assertEquals(Map.of("A", "x", "B", "y=z"), given.named("in"));
        assertEquals(Cut.EVEN, given.choice("cut", Cut.BEST));
        assertEquals(Cut.BEST, of("a").choice("cut", Cut.BEST));
        assertEquals(List.of(1.0, 2.5), of("--weights 1,2.5").numbers("weights"));
    }

    @Test
    void errorsNameCommandAndArgument() {
        refused("unknown option --deep", () -> of("--deep 3"));
        refused("unknown option --json", () -> of("--json=1"));
        refused("option --depth has no value", () -> of("--depth"));
        refused("missing argument: a file", () -> of("--json").word(0, "a file"));
        refused("option --in is given twice", () -> of("--in a --in b").value("in"));
        refused("--in needs NAME=..., not a", () -> of("--in a").named("in"));
        refused("--in has a name twice: a=2", () -> of("--in a=1 --in a=2").named("in"));
        refused(
                "--cut is one of [BEST, EVEN], not odd",
                () -> of("--cut odd").choice("cut", Cut.BEST));
        refused(
                "--weights is a list of numbers, not 'x'",
                () -> of("--weights 1,x").numbers("weights"));
    }

    private static void refused(String why, Executable use) {
        assertEquals("acme:run: " + why, assertThrows(ProgramException.class, use).getMessage());
    }
}
