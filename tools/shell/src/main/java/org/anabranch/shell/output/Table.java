package org.anabranch.shell.output;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Aligned columns of text. If they do not fit the screen, the widest texts are cut. */
public final class Table {
    private static final String GAP = "  ";
    private static final String CUT = "...";
    private static final int NARROWEST = 6;

    /** The smallest width of the first column, which tells the rows apart. */
    private static final int NARROWEST_FIRST = 24;

    private final List<String> titles;
    private final List<List<String>> rows = new ArrayList<>();

    /**
     * Columns with these titles; those whose title begins with {@code >} are aligned to the right
     * and never cut.
     */
    public Table(String... titles) {
        this.titles = List.of(titles);
    }

    public Table row(Object... cells) {
        if (cells.length != titles.size()) {
            throw new IllegalArgumentException(
                    cells.length + " cells for " + titles.size() + " columns");
        }
        rows.add(Arrays.stream(cells).map(Table::printable).toList());
        return this;
    }

    /**
     * {@return the lines, each ended by a newline, titles first; in two or more blocks, each with
     * the first column, if the numbers alone are too wide}
     *
     * @param room columns of the screen
     */
    public String text(int room) {
        int fitting = fitting(room);
        if (fitting >= titles.size()) {
            return block(room);
        }
        Table rest = part(fitting, titles.size());
        return part(1, fitting).block(room) + "\n" + rest.text(room);
    }

    /**
     * Returns the number of columns, from the first, that fit when texts are cut as far as
     * possible.
     */
    private int fitting(int room) {
        int total = -GAP.length();
        for (int column = 0; column < titles.size(); column++) {
            int width = width(column);
            total += GAP.length() + (isNumber(column) ? width : Math.min(width, narrowest(column)));
            if (total > room && column > 1) {
                return column;
            }
        }
        return titles.size();
    }

    private Table part(int from, int to) {
        Table part = new Table(columns(titles, from, to).toArray(String[]::new));
        rows.forEach(row -> part.rows.add(columns(row, from, to)));
        return part;
    }

    private static List<String> columns(List<String> row, int from, int to) {
        List<String> chosen = new ArrayList<>(List.of(row.getFirst()));
        chosen.addAll(row.subList(from, to));
        return chosen;
    }

    private String block(int room) {
        int[] widths = widths(room);
        StringBuilder text = new StringBuilder();
        line(text, titles.stream().map(Table::title).toList(), widths);
        rows.forEach(row -> line(text, row, widths));
        return text.toString();
    }

    /** Control characters would break the layout or the terminal. */
    private static String printable(Object cell) {
        return String.valueOf(cell).replaceAll("\\R", " ").replaceAll("\\p{Cntrl}", "?");
    }

    private static String title(String title) {
        return title.startsWith(">") ? title.substring(1) : title;
    }

    private boolean isNumber(int column) {
        return titles.get(column).startsWith(">");
    }

    private int width(int column) {
        int width = title(titles.get(column)).length();
        for (List<String> row : rows) {
            width = Math.max(width, row.get(column).length());
        }
        return width;
    }

    private int[] widths(int room) {
        int[] widths = new int[titles.size()];
        for (int column = 0; column < widths.length; column++) {
            widths[column] = width(column);
        }
        int excess = Arrays.stream(widths).sum() + GAP.length() * (widths.length - 1) - room;
        for (int widest = widestText(widths);
                excess > 0 && widest >= 0;
                widest = widestText(widths)) {
            widths[widest]--;
            excess--;
        }
        return widths;
    }

    private static int narrowest(int column) {
        return column == 0 ? NARROWEST_FIRST : NARROWEST;
    }

    private int widestText(int[] widths) {
        int widest = -1;
        for (int column = 0; column < widths.length; column++) {
            boolean cuttable = !isNumber(column) && widths[column] > narrowest(column);
            if (cuttable && (widest < 0 || widths[column] > widths[widest])) {
                widest = column;
            }
        }
        return widest;
    }

    private void line(StringBuilder text, List<String> cells, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < widths.length; column++) {
            String cell = cells.get(column);
            if (cell.length() > widths[column]) {
                cell = cell.substring(0, widths[column] - CUT.length()) + CUT;
            }
            String padding = " ".repeat(widths[column] - cell.length());
            line.append(column == 0 ? "" : GAP)
                    .append(isNumber(column) ? padding + cell : cell + padding);
        }
        text.append(line.toString().stripTrailing()).append('\n');
    }
}
