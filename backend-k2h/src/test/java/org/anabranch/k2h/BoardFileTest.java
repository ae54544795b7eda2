package org.anabranch.k2h;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.k2h.board.Board;
import org.anabranch.k2h.board.BoardFile;
import org.anabranch.k2h.board.Cost;
import org.anabranch.k2h.board.K2hException;
import org.anabranch.k2h.board.Side;
import org.anabranch.k2h.run.RunReport;
import org.anabranch.k2h.run.RuntimeOptions;
import org.anabranch.k2h.time.VirtualPace;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Boards from files: what they say is what the machine is made of, and errors say where. */
class BoardFileTest {
    private static List<String> lines(String board) {
        return BoardFile.text(board).lines().toList();
    }

    private static Board changed(String key, String value) {
        List<String> lines = new ArrayList<>(List.of("base = k2h", "name = mine"));
        lines.add(key + " = " + value);
        return BoardFile.parse("mine.board", lines);
    }

    private static String refused(String key, String value) {
        K2hException.InvalidBoard wrong =
                assertThrows(K2hException.InvalidBoard.class, () -> changed(key, value));
        assertEquals("mine.board", wrong.file());
        return wrong.getMessage();
    }

    @Test
    @DisplayName("K2H-P1, P2, P3, Q1, Q2: the default is the board of the paper")
    void k2hP1_P2_P3_Q1_Q2_theDefaultIsThePapersBoard() {
        Board k2h = Board.K2H;
        assertEquals("k2h (4 ARM, 8 DSP)", k2h.toString());
        assertEquals(List.of(64, 4 << 20), shape(k2h, Side.ARM));
        assertEquals(List.of(128, 1 << 20), shape(k2h, Side.DSP));
        assertEquals(6L << 20, k2h.msmcBytes());
        assertEquals(2L << 30, k2h.ddrBytes());
        assertEquals(2, k2h.queues().managers());
        assertEquals(8192, k2h.queues().perManager());
        assertEquals(64, k2h.queues().regions());
    }

    private static List<Integer> shape(Board board, Side side) {
        return List.of(board.cores(side).cache().lineBytes(), board.cores(side).cache().bytes());
    }

    @Test
    void everyKeyOfTheDefaultIsNeededAndNoOtherIsKnown() {
        List<String> whole = lines("k2h");
        for (int i = 0; i < whole.size(); i++) {
            if (whole.get(i).contains("=") && !whole.get(i).startsWith("#")) {
                List<String> without = new ArrayList<>(whole);
                String key = without.remove(i).split("=")[0].strip();
                K2hException.InvalidBoard missing =
                        assertThrows(
                                K2hException.InvalidBoard.class,
                                () -> BoardFile.parse("x", without));
                assertEquals("x: " + key + " is missing", missing.getMessage());
            }
        }
        assertTrue(refused("dsp.coers", "3").startsWith("mine.board:3: dsp.coers is no key; "));
    }

    @Test
    void errorsNameFileLineKeyValueAndRange() {
        String at = "mine.board:3: ";
        assertEquals(
                at + "dsp.cores = 900 is not a whole number from 0 to 128",
                refused("dsp.cores", "900"));
        assertEquals(
                at + "arm.cores = 0 is not a whole number from 1 to 128",
                refused("arm.cores", "0"));
        assertEquals(
                at + "arm.clock = fast is not from 0.01 to 10 (units: GHz, MHz)",
                refused("arm.clock", "fast"));
        assertEquals(
                at + "dsp.cache.line = 48 is not 16, 32, 64 or 128",
                refused("dsp.cache.line", "48"));
        assertEquals(
                at + "arm.cache.size = 1000 is not a whole number from 1024 to 1073741824",
                refused("arm.cache.size", "1000"));
        assertTrue(refused("arm.cache.size", "1100").contains("a multiple of 1024"));
        assertTrue(refused("memory.ddr", "3 GiB").endsWith("from 128 to 2147483648"));
        assertTrue(refused("price.task.arm", "0 ns").endsWith("from 0.001 to 1000000000"));
        assertTrue(refused("price.task.arm", "-1 ns").contains("(units: cycles, ns, us)"));
        assertTrue(refused("watts.rest", "NaN").contains("watts.rest = NaN is not from 0"));
        assertTrue(refused("name", "other").contains("name is given in line 2 already"));
        assertTrue(refused("base", "k3h").contains("base is given in line 1 already"));
        assertTrue(
                assertThrows(
                                K2hException.InvalidBoard.class,
                                () -> BoardFile.parse("b", List.of("", "# x", "cores")))
                        .getMessage()
                        .startsWith("b:3: 'cores' is no"));
    }

    /** A price that differs from the base's says where it comes from. */
    @Test
    void pricesHaveSources() {
        assertTrue(refused("price.task.arm", "5 ns").endsWith("price.task.source is missing"));
        assertTrue(Board.K2H.prices().all().stream().allMatch(row -> row.source().length() > 10));
    }

    @Test
    @DisplayName("K2H-Q5: descriptors and queues that the board has no room for are refused")
    void k2hQ5_whatDoesNotFitIsRefused() {
        assertTrue(
                refused("queue.descriptors", "1000000")
                        .contains(
                                "1000000 descriptors of 384 bytes do not fit into 6291456 bytes"));
        assertTrue(refused("queue.queues", "16").contains("need 20 queues of one manager"));
    }

    @Test
    void cyclesAreThoseOfTheSide() {
        Board am57x = BoardFile.shipped("am57x");
        assertEquals(2 / 1.5, am57x.prices().of(Side.ARM, Cost.FLOP_SINGLE), 1e-12);
        assertEquals(1 / 0.75, am57x.prices().of(Side.DSP, Cost.FLOP_SINGLE), 1e-12);
    }

    @Test
    void whatABoardDoesNotSayIsItsBases() {
        Board mine = changed("dsp.cores", "3");
        assertEquals(3, mine.dsp().count());
        assertEquals(Board.K2H.arm(), mine.arm());
        assertEquals(Board.K2H.prices(), mine.prices());
        assertEquals(
                Set.of("k2h", "am57x", "wide"),
                BoardFile.SHIPPED.stream()
                        .map(name -> BoardFile.shipped(name).name())
                        .collect(Collectors.toSet()));
    }

    /** Figure 3 on every shipped board and number of workers that it has; some by day. */
    @Test
    @DisplayName("K2H-B3, M8: the array addition is right on every board, and the checker silent")
    void k2hB3_M8_arrayAdditionOnEveryBoard() {
        for (String name : BoardFile.SHIPPED) {
            Board board = BoardFile.shipped(name);
            int step = Programs.NIGHTLY ? 1 : Math.max(1, board.workers() / 4);
            for (int workers = board.workers(); workers > 0; workers -= step) {
                RuntimeOptions options = RuntimeOptions.on(board, workers);
                assertEquals(Math.min(workers, board.arm().count()), options.arms());
                assertEquals(workers, options.arms() + options.dsps());
                Programs.ArrayAddition program = new Programs.ArrayAddition(10_000);
                RunReport report =
                        program.run(options.check(), new VirtualPace(board.prices(), 1, 0.05, 0));
                assertEquals(0, program.wrong, options.toString());
                assertEquals(List.of(), report.findings(), options.toString());
            }
        }
    }

    /**
     * 300 tasks at a time on 40 cores with one descriptor and with few: the bound is the board's.
     */
    @Test
    @DisplayName("K2H-Q5: more cores than descriptors do not deadlock")
    void k2hQ5_moreCoresThanDescriptors() {
        for (int descriptors : List.of(1, 16, 20, 41)) {
            RuntimeOptions options = RuntimeOptions.cores(20, 20).descriptors(descriptors);
            Programs.ArrayAddition program = new Programs.ArrayAddition(9_600);
            program.run(options, Programs.virtual(descriptors));
            assertEquals(0, program.wrong, options.toString());
        }
    }

    @Test
    void moreWorkersThanCoresAreRefused() {
        K2hException.Program refused =
                assertThrows(
                        K2hException.Program.class,
                        () -> RuntimeOptions.on(BoardFile.shipped("am57x"), 5));
        assertEquals("am57x has room for 1 to 4 workers, not 5", refused.getMessage());
    }
}
