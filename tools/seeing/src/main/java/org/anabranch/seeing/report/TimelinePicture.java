package org.anabranch.seeing.report;

import org.anabranch.seeing.model.RunModel;
import org.anabranch.seeing.model.Slice;
import org.anabranch.seeing.model.Track;
import org.anabranch.spi.support.Quantity;
import org.anabranch.spi.support.Svg;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * The timeline as a picture without script. All rows are divided into columns, as many as {@value
 * #MOST} rectangles allow. A column shows the activity that took most of it, as high as the lane
 * was busy; equal neighbours are merged.
 */
final class TimelinePicture {
    private static final int MOST = 2000;
    private static final int MOST_ROWS = 60;
    private static final int LEFT = 190;
    private static final int WIDTH = 1000;
    private static final int ROW = 18;
    private static final int TOP = 6;
    private static final int LEGEND = 24;
    private static final List<Object> BUSY = List.of(Slice.Sort.BUSY, "busy");

    private final RunModel run;
    private final List<Track> rows;
    private Svg svg;
    private int columns;
    private int rectangles;

    /** The content of one column of a row. */
    private record Cell(Slice.Sort sort, String name, int tenths) {}

    TimelinePicture(RunModel run) {
        this.run = run;
        List<Track> shown = new ArrayList<>();
        for (Track track : run.tracks()) {
            if (track.slices().stream().anyMatch(TimelinePicture::isShown)
                    && shown.size() < MOST_ROWS) {
                shown.add(track);
            }
        }
        this.rows = shown;
    }

    private static boolean isShown(Slice slice) {
        return slice.sort() != Slice.Sort.MARK;
    }

    /** {@return the drawing} */
    String svg() {
        columns = WIDTH / 2;
        draw();
        int fewest = MOST / Math.max(1, rows.size()); // this many columns always fit
        while (rectangles > MOST && columns > fewest) {
            columns = Math.max(fewest, (int) ((long) columns * MOST / rectangles * 9 / 10));
            draw();
        }
        return svg.toString();
    }

    private void draw() {
        rectangles = 0;
        int height = TOP + ROW * rows.size() + LEGEND;
        svg = Svg.inPage(LEFT + WIDTH, height, "time line of all lanes");
        int y = TOP;
        for (Track track : rows) {
            String lane = Html.cut(track.process() + " · " + track.name(), 32);
            svg.text(2, y + 12, "class=\"lane\"", lane);
            svg.line(LEFT, y + 15, LEFT + WIDTH, y + 15, "class=\"base\"");
            row(track, y);
            y += ROW;
        }
        svg.text(LEFT, y + 14, "class=\"axis\"", "0");
        String middle = Quantity.time(run.wall() / 2.0);
        svg.text(LEFT + WIDTH / 2, y + 14, "class=\"axis middle\"", middle);
        svg.text(LEFT + WIDTH, y + 14, "class=\"axis end\"", Quantity.time(run.wall()));
    }

    private void row(Track track, int y) {
        Cell[] cells = cells(track);
        for (int from = 0; from < columns; ) {
            int to = from + 1;
            while (to < columns && Objects.equals(cells[from], cells[to])) {
                to++;
            }
            if (cells[from] != null) {
                rectangle(cells[from], from, to, y);
            }
            from = to;
        }
    }

    private void rectangle(Cell cell, int from, int to, int y) {
        rectangles++;
        double scale = (double) WIDTH / columns;
        double height = (ROW - 4) * cell.tenths() / 10.0;
        svg.add(
                "<rect class=\"%s\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\">"
                        + "<title>%s, from %s to %s, %s0 %%</title></rect>",
                cell.sort().name().toLowerCase(Locale.ROOT),
                LEFT + from * scale,
                y + 1 + (ROW - 4) - height,
                (to - from) * scale,
                height,
                Svg.escaped(Html.cut(cell.name(), 60)),
                Quantity.time((double) run.wall() / columns * from),
                Quantity.time((double) run.wall() / columns * to),
                cell.tenths());
    }

    private Cell[] cells(Track track) {
        List<Map<List<Object>, Long>> times = new ArrayList<>();
        for (int i = 0; i < columns; i++) {
            times.add(new HashMap<>());
        }
        track.slices().forEach(slice -> spread(times, slice));
        Cell[] cells = new Cell[columns];
        for (int i = 0; i < columns; i++) {
            cells[i] = cell(times.get(i));
        }
        return cells;
    }

    private void spread(List<Map<List<Object>, Long>> times, Slice slice) {
        double width = (double) run.wall() / columns;
        int first = column(slice.start(), width);
        int last = column(slice.end() - 1, width);
        for (int i = first; i <= last; i++) {
            long from = Math.max(slice.start(), run.start() + Math.round(i * width));
            long to = Math.min(slice.end(), run.start() + Math.round((i + 1) * width));
            times.get(i).merge(List.of(slice.sort(), slice.name()), to - from, Long::sum);
        }
    }

    private int column(long time, double width) {
        return (int) Math.clamp((time - run.start()) / width, 0, columns - 1.0);
    }

    private Cell cell(Map<List<Object>, Long> times) {
        Long around = times.get(BUSY);
        long inner = times.values().stream().mapToLong(time -> time).sum();
        if (around != null) {
            inner -= around;
            times.put(BUSY, Math.max(0, around - inner)); // the remaining time
        }
        long all = Math.max(inner, around == null ? 0 : around);
        int tenths = Math.clamp(Math.round(10.0 * all * columns / run.wall()), 1, 10);
        return times.entrySet().stream()
                .max(
                        Map.Entry.<List<Object>, Long>comparingByValue()
                                .thenComparing(one -> one.getKey().toString()))
                .map(
                        one ->
                                new Cell(
                                        (Slice.Sort) one.getKey().getFirst(),
                                        (String) one.getKey().getLast(),
                                        tenths))
                .orElse(null);
    }
}
