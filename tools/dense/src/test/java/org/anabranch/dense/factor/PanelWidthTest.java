package org.anabranch.dense.factor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.dense.Arithmetics;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Stream;

class PanelWidthTest {
    @TempDir Path folder;

    private static final IntToDoubleFunction NEVER =
            width -> {
                throw new AssertionError("measured again");
            };

    private PanelWidth in(String name, String key) {
        return new PanelWidth(folder.resolve(name), key);
    }

    @Test
    void theBestIsKeptForEachArithmetic() {
        assertEquals(192, in("new/widths", "some BLAS").find(w -> Math.abs(w - 200)));
        assertEquals(448, in("new/widths", "other BLAS").find(w -> 1000 - w));
        assertEquals(192, in("new/widths", "some BLAS").find(NEVER));
        assertEquals(448, in("new/widths", "other BLAS").find(NEVER));
    }

    @Test
    void theUsualWidthIsTakenIfNoOtherIsClearlyBetter() {
        assertEquals(384, in("a", "k").find(w -> w == 384 ? 1 : 0.96));
        assertEquals(256, in("b", "k").find(w -> w == 384 ? 1 : w == 256 ? 0.93 : 0.94));
        assertEquals(384, in("c", "k").find(w -> Double.NaN));
    }

    @Test
    void whatIsBestOnceOnlyIsNotTaken() {
        AtomicInteger measured = new AtomicInteger();
        int once =
                in("d", "k")
                        .find(w -> w == (measured.incrementAndGet() <= 6 ? 192 : 256) ? 0.5 : 1);
        assertEquals(384, once);
        assertEquals(12, measured.get());
    }

    @Test
    void aSpoiledFileIsMeasuredAnew() throws IOException {
        for (String spoiled : new String[] {"k=x", "k=0", "k=513", "k=\\u00"}) {
            Files.writeString(folder.resolve("spoiled"), spoiled);
            assertEquals(128, in("spoiled", "k").find(w -> w), spoiled);
            assertEquals(128, in("spoiled", "k").find(NEVER), spoiled);
        }
    }

    @Test
    void r22_aFileThatCannotBeReplacedLeavesNoOtherBehind() throws IOException {
        Files.createDirectories(folder.resolve("taken/by a folder"));
        assertEquals(128, in("taken", "k").find(w -> w));
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(List.of(folder.resolve("taken")), files.toList());
        }
    }

    @Test
    void whatIsChosenIsAWidthForPanels() {
        int width = PanelWidth.kept();
        assertTrue(width >= 128 && width <= 448, width + " by " + Arithmetics.describe());
        assertEquals(width, PanelPartition.shrinking(20_000).widest());
        assertEquals(Math.min(width, 320), PanelPartition.shrinking(5000).widest());
        assertEquals(320, PanelPartition.shrinking(1920, 320).widest());
    }
}
