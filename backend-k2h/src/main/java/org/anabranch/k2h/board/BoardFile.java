package org.anabranch.k2h.board;

import org.anabranch.spi.support.ResourceText;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * The text form of boards: lines {@code key = value}, in UTF-8. With {@code base = NAME} of a
 * shipped board a file contains only the differences. {@code docs/k2h.md} lists the keys.
 */
public final class BoardFile {
    /** The boards that are part of the model; the first is the paper's. */
    public static final List<String> SHIPPED = List.of("k2h", "am57x", "wide");

    private static final Map<String, Double> PLAIN = Map.of("", 1.0);
    private static final Map<String, Double> WATTS = Map.of("", 1.0, "W", 1.0, "mW", 1e-3);
    private static final Map<String, Double> CLOCK = Map.of("GHz", 1.0, "MHz", 1e-3);
    private static final Map<String, Double> BYTES =
            Map.of("", 1.0, "B", 1.0, "KiB", 1024.0, "MiB", 1048576.0, "GiB", 1073741824.0);
    private static final int MOST_CORES = 128;
    private static final double LEAST_PRICE = 0.001;
    private static final double MOST_PRICE = 1e9;

    private final KeyFile keys;
    private final Board base;

    private BoardFile(String file, List<String> lines) {
        keys = new KeyFile(file, lines);
        String name = keys.text("base", "");
        if (!name.isEmpty() && !SHIPPED.contains(name)) {
            throw keys.wrong("base", "one of " + SHIPPED);
        }
        base = name.isEmpty() ? null : shipped(name);
    }

    /**
     * Reads a board.
     *
     * @param file to read
     * @return the board
     * @throws IOException if the file cannot be read
     * @throws K2hException.InvalidBoard if it is invalid; the message names place and reason
     */
    public static Board read(Path file) throws IOException {
        return parse(file.toString(), Files.readAllLines(file));
    }

    /**
     * Reads a board from text.
     *
     * @param origin for messages
     * @param lines of the file
     * @return the board
     * @throws K2hException.InvalidBoard if it is invalid; the message names place and reason
     */
    public static Board parse(String origin, List<String> lines) {
        return new BoardFile(origin, lines).board();
    }

    /**
     * Returns a shipped board.
     *
     * @param name one of {@link #SHIPPED}
     * @return the board
     * @throws K2hException.InvalidBoard if there is none of that name
     */
    public static Board shipped(String name) {
        return parse(name + ".board", text(name).lines().toList());
    }

    /**
     * Returns the file of a shipped board, as a template.
     *
     * @param name one of {@link #SHIPPED}
     * @return its lines
     * @throws K2hException.InvalidBoard if there is none of that name
     */
    public static String text(String name) {
        if (!SHIPPED.contains(name)) {
            throw new K2hException.InvalidBoard(name, 0, "there is no such board, only " + SHIPPED);
        }
        return ResourceText.of(BoardFile.class, name + ".board");
    }

    /** Returns a part of the base, or null if there is no base. */
    private <T> T known(Function<Board, T> part) {
        return base == null ? null : part.apply(base);
    }

    private Board board() {
        String name = keys.text("name", null);
        if (!name.matches("[a-z0-9][a-z0-9_-]*")) {
            throw keys.wrong("name", "a word of small letters, digits, - and _");
        }
        Cores arm = cores("arm", 1, Board::arm);
        Cores dsp = cores("dsp", 0, Board::dsp);
        long msmc = bytes(Bank.MSMC);
        long ddr = bytes(Bank.DDR);
        Queues queues = queues(Board::queues);
        CostTable prices = new CostTable(rows(arm, dsp));
        double watts = watts("watts.rest", Board::watts);
        String description = keys.text("description", base == null ? null : "");
        keys.checkAllAsked();
        try {
            return new Board(name, description, arm, dsp, msmc, ddr, queues, prices, watts);
        } catch (K2hException.Program unfit) {
            throw keys.wrong(unfit.getMessage());
        }
    }

    private Cores cores(String side, int least, Function<Board, Cores> of) {
        int count = whole(side + ".cores", least, MOST_CORES, of.andThen(Cores::count));
        double clock =
                keys.real(side + ".clock", 0.01, 10, CLOCK, known(of.andThen(Cores::gigahertz)));
        CacheShape cache = cache(side + ".cache.", of.andThen(Cores::cache));
        String watts = "watts." + side + ".";
        return new Cores(
                count,
                clock,
                cache,
                watts(watts + "busy", of.andThen(Cores::busyWatts)),
                watts(watts + "flush", of.andThen(Cores::flushWatts)),
                watts(watts + "idle", of.andThen(Cores::idleWatts)));
    }

    private CacheShape cache(String prefix, Function<Board, CacheShape> of) {
        int line = whole(prefix + "line", 16, Board.LINE, of.andThen(CacheShape::lineBytes));
        if (Integer.bitCount(line) != 1) {
            throw keys.wrong(prefix + "line", "16, 32, 64 or 128");
        }
        int ways = whole(prefix + "ways", 1, 64, of.andThen(CacheShape::ways));
        int set = line * ways;
        Long known = known(of.andThen(shape -> (long) shape.bytes()));
        int bytes = (int) keys.whole(prefix + "size", set, 1 << 30, BYTES, known);
        if (bytes % set != 0) {
            throw keys.wrong(
                    prefix + "size",
                    "a multiple of " + set + ", its lines of " + line + " times its ways");
        }
        return new CacheShape(line, bytes, ways);
    }

    private Queues queues(Function<Board, Queues> of) {
        return new Queues(
                whole("queue.managers", 1, 8, of.andThen(Queues::managers)),
                whole("queue.queues", 8, 1 << 16, of.andThen(Queues::perManager)),
                whole("queue.regions", 1, 1024, of.andThen(Queues::regions)),
                whole("queue.descriptors", 1, 1 << 20, of.andThen(Queues::descriptors)));
    }

    private List<CostTable.Row> rows(Cores arm, Cores dsp) {
        List<CostTable.Row> rows = new ArrayList<>();
        for (Cost cost : Cost.values()) {
            String key = "price." + cost.name().toLowerCase(Locale.ROOT) + ".";
            CostTable.Row known = known(board -> board.prices().row(cost));
            double onArm = price(key + "arm", arm, known == null ? null : known.arm());
            double onDsp = price(key + "dsp", dsp, known == null ? null : known.dsp());
            boolean same = known != null && onArm == known.arm() && onDsp == known.dsp();
            String source = keys.text(key + "source", same ? known.source() : null);
            rows.add(new CostTable.Row(cost, onArm, onDsp, source));
        }
        return rows;
    }

    /** Returns a price. Cycles are those of the side; a price of the base is in nanoseconds. */
    private double price(String key, Cores cores, Double known) {
        Map<String, Double> units =
                Map.of("ns", 1.0, "us", 1000.0, "cycles", 1 / cores.gigahertz());
        return keys.real(key, LEAST_PRICE, MOST_PRICE, units, known);
    }

    private long bytes(Bank bank) {
        String key = "memory." + bank.name().toLowerCase(Locale.ROOT);
        return keys.whole(key, Board.LINE, bank.room(), BYTES, known(board -> board.bytes(bank)));
    }

    private double watts(String key, Function<Board, Double> of) {
        return keys.real(key, 0, 1000, WATTS, known(of));
    }

    private int whole(String key, int least, int most, Function<Board, Integer> of) {
        return (int) keys.whole(key, least, most, PLAIN, known(of.andThen(Integer::longValue)));
    }
}
