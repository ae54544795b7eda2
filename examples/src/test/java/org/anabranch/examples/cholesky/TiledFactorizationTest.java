package org.anabranch.examples.cholesky;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.anabranch.dense.TileKernels;
import org.anabranch.dense.TileOperation;
import org.anabranch.examples.fixture.PlainBuffer;
import org.anabranch.examples.fixture.RecordedStreams;
import org.anabranch.examples.job.Stopwatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.foreign.MemorySegment;
import java.util.List;

class TiledFactorizationTest {
    private static final double ROUNDING = 1e-11;

    private static double[] factor(int n, int tile, RecordedStreams streams, TileOwner owner) {
        PlainBuffer buffer = PlainBuffer.of(JAVA_DOUBLE, n, n);
        buffer.memory().copyFrom(MemorySegment.ofArray(SpdMatrices.dense(n, n)));
        Stopwatch watch = new Stopwatch(new PrintWriter(new StringWriter()));
        TiledFactorization factorization =
                new TiledFactorization(buffer.tiles(tile, tile), streams.streams(), owner, watch);
        factorization.run();
        assertEquals(streams.waits(), factorization.waits());
        return buffer.memory().toArray(JAVA_DOUBLE);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 16, 31, 47, 48, 100})
    void factorIsThatOfTheTextbookLoopForEveryTile(int tile) {
        int n = 48;
        double[] expected = SpdMatrices.dense(n, n);
        SpdMatrices.factor(expected, n);
        assertArrayEquals(
                expected, factor(n, tile, new RecordedStreams(1), TileOwner.ROWS), ROUNDING);
    }

    @Test
    void ac6OneStreamNeedsNoEventAndHasTheKnownNumberOfActions() {
        RecordedStreams streams = new RecordedStreams(1);
        factor(48, 8, streams, TileOwner.ROWS);
        int t = 6;
        assertEquals(0, streams.waits());
        assertEquals(t, streams.count(TileKernels.DOUBLES.of(TileOperation.POTRF)));
        assertEquals(t * (t - 1) / 2, streams.count(TileKernels.DOUBLES.of(TileOperation.TRSM)));
        assertEquals(t * (t - 1) / 2, streams.count(TileKernels.DOUBLES.of(TileOperation.SYRK)));
        assertEquals(
                t * (t - 1) * (t - 2) / 6,
                streams.count(TileKernels.DOUBLES.of(TileOperation.GEMM)));
    }

    @ParameterizedTest
    @CsvSource({
        "2, ROWS",
        "2, COLUMNS",
        "3, ROWS",
        "3, COLUMNS",
        "5, ROWS",
        "5, COLUMNS",
        "9, ROWS"
    })
    void hst7EveryConflictBetweenStreamsIsOrderedByAWait(int count, TileOwner owner) {
        RecordedStreams streams = new RecordedStreams(count);
        double[] expected = SpdMatrices.dense(40, 40);
        SpdMatrices.factor(expected, 40);
        assertArrayEquals(expected, factor(40, 6, streams, owner), ROUNDING);
        assertEquals(List.of(), streams.races());
        assertTrue(streams.waits() > 0);
    }
}
