package org.anabranch.scheduler.place;

import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The costs of a machine in a file: two header lines, then a line for each kernel, domain and size.
 * Any other file is neither used nor overwritten.
 */
public final class CostFile {
    private static final String FIRST = "anabranch kernel costs, version 1";
    private static final String MACHINE = "machine ";
    private static final long LONGEST = 16 << 20;
    private static final int CELLS = 8;

    private final Path file;
    private final String machine;
    private boolean refused;

    /**
     * A file that may not be there.
     *
     * @param file where
     * @param machine words that tell this machine from others
     */
    public CostFile(Path file, String machine) {
        this.file = file;
        this.machine = MACHINE + machine;
    }

    /**
     * Puts what the file has into a book.
     *
     * @throws IOException if it cannot be read, or is no such file; the message says where and what
     */
    public void load(CostBook book) throws IOException {
        if (Files.exists(file)) {
            refused = true;
            List<CostRow> rows = rows();
            refused = false;
            book.takeOver(rows);
        }
    }

    /** Those of this machine; none if it is another's. */
    private List<CostRow> rows() throws IOException {
        if (Files.size(file) > LONGEST) {
            throw new IOException(file + " is larger than " + LONGEST + " bytes");
        }
        List<String> lines;
        try {
            lines = Files.readAllLines(file);
        } catch (MalformedInputException binary) {
            throw new IOException(file + " is no text", binary);
        }
        if (lines.size() < 2 || !lines.get(0).equals(FIRST) || !lines.get(1).startsWith(MACHINE)) {
            throw new IOException(file + " does not begin with '" + FIRST + "'");
        }
        List<CostRow> rows = new ArrayList<>();
        if (lines.get(1).equals(machine)) {
            for (int i = 2; i < lines.size(); i++) {
                rows.add(row(lines.get(i), i + 1));
            }
        }
        return rows;
    }

    private CostRow row(String line, int number) throws IOException {
        String[] cells = line.split("\t", -1);
        try {
            if (cells.length == CELLS) {
                long[] recent =
                        Arrays.stream(cells[7].split(",")).mapToLong(CostFile::positive).toArray();
                String name = URLDecoder.decode(cells[0], StandardCharsets.UTF_8);
                String domain = URLDecoder.decode(cells[2], StandardCharsets.UTF_8);
                CostKey key =
                        new CostKey(
                                name,
                                Integer.parseInt(cells[1]),
                                domain,
                                Integer.parseInt(cells[3]));
                return new CostRow(
                        key,
                        positive(cells[4]),
                        positive(cells[5]),
                        positive(cells[6]),
                        recent,
                        true);
            }
        } catch (IllegalArgumentException wrong) {
            throw new IOException(file + ", line " + number + ": " + wrong.getMessage(), wrong);
        }
        throw new IOException(
                file + ", line " + number + ": " + CELLS + " cells, not " + cells.length);
    }

    private static long positive(String text) {
        long number = Long.parseLong(text);
        if (number < 0) {
            throw new IllegalArgumentException(number + " is less than 0");
        }
        return number;
    }

    /**
     * Writes what is known, first what ran lately: of very many the last ones are left out. Another
     * process may have written meanwhile: what it knew and this one does not is kept. Does nothing
     * if nothing ran, or if the file was refused.
     *
     * @throws IOException if it cannot be written
     */
    public void save(CostBook book) throws IOException {
        if (refused || !book.hasChanged()) {
            return;
        }
        load(book);
        Path folder = Files.createDirectories(file.toAbsolutePath().getParent());
        Path fresh = Files.createTempFile(folder, "kernel-costs", ".new");
        try {
            Files.writeString(fresh, text(book));
            Files.move(
                    fresh,
                    file,
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    private String text(CostBook book) {
        return book.rows().stream()
                .sorted(Comparator.comparing(CostRow::kept))
                .limit(PlaceTuning.KEPT_COSTS / 2)
                .map(CostFile::line)
                .collect(Collectors.joining("\n", FIRST + "\n" + machine + "\n", "\n"));
    }

    private static String line(CostRow row) {
        return String.join(
                "\t",
                URLEncoder.encode(row.kernel(), StandardCharsets.UTF_8),
                Integer.toString(row.key().code()),
                URLEncoder.encode(row.domain(), StandardCharsets.UTF_8),
                Integer.toString(row.key().size()),
                Long.toString(row.bytes()),
                Long.toString(row.indices()),
                Long.toString(row.runs()),
                Arrays.stream(row.recent())
                        .mapToObj(Long::toString)
                        .collect(Collectors.joining(",")));
    }
}
