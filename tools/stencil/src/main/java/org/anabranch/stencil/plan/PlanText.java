package org.anabranch.stencil.plan;

import org.anabranch.stencil.description.Stencil;
import org.anabranch.stencil.geometry.CellBox;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The text form of a plan. */
record PlanText(StencilPlan plan) {
    private static final int MOST_LINES = 64;

    String text() {
        StringBuilder text = new StringBuilder();
        head(text);
        zones(text);
        exchange(text);
        order(text);
        return text.toString();
    }

    private void head(StringBuilder text) {
        Stencil stencil = plan.stencil();
        PlanOptions options = plan.options();
        int rank = stencil.rank();
        line(
                text,
                "%s: %s cells of %s, %s groups of %s work-items, %s cells each, %d iterations",
                stencil.kernel().function(),
                stencil.useful().size().extents(rank),
                stencil.grid().type().word(),
                stencil.kernel().groups().extents(rank),
                stencil.kernel().local().extents(rank),
                stencil.cellsPerItem().extents(rank),
                stencil.iterations());
        String priority =
                Partition.priority(stencil, options.policy()).stream()
                        .map(axis -> String.valueOf("xyz".charAt(axis)))
                        .collect(Collectors.joining(", "));
        StringBuilder parts = new StringBuilder();
        StringBuilder whole = new StringBuilder();
        for (int axis = 0; axis < rank; axis++) {
            if (!stencil.canBeCut(axis)) {
                whole.append("; no extent argument, so whole: ").append("xyz".charAt(axis));
            }
            parts.append(axis == 0 ? "" : ", ")
                    .append("xyz".charAt(axis))
                    .append(' ')
                    .append(plan.parts().get(axis));
        }
        line(
                text,
                "used %d of %d devices; parts %s; cut first %s (%s, %s)%s",
                plan.zones().size(),
                options.weights().size(),
                parts,
                priority,
                options.policy().name().toLowerCase(Locale.ROOT),
                options.cut().name().toLowerCase(Locale.ROOT),
                whole);
    }

    private void zones(StringBuilder text) {
        int rank = plan.stencil().rank();
        line(text, "");
        line(text, "zones, in cells of the whole array:");
        for (Zone zone : shortened(plan.zones())) {
            line(
                    text,
                    "  %d on device %d: writes %s, local %s (%d cells, %d bytes), work-items %s,"
                            + " reads from %s",
                    zone.id(),
                    zone.device(),
                    zone.write().text(rank),
                    zone.local().text(rank),
                    zone.local().cells(),
                    plan.bytesOf(zone.id()),
                    zone.items().size().extents(rank),
                    plan.neighbours(zone.id()).isEmpty() ? "none" : plan.neighbours(zone.id()));
        }
        more(text, plan.zones());
    }

    private void exchange(StringBuilder text) {
        int bytes = plan.stencil().grid().type().bytes();
        int rank = plan.stencil().rank();
        line(text, "");
        line(
                text,
                "an exchange: %d cells, %d bytes, at most %d neighbours; %d exchanges, %d bytes",
                plan.cellsPerExchange(),
                plan.bytesPerExchange(),
                plan.mostNeighbours(),
                plan.exchanges(),
                plan.exchanges() * plan.bytesPerExchange());
        for (Transfer transfer : shortened(plan.transfers())) {
            line(
                    text,
                    "  %d -> %d: %d bytes, %s%s",
                    transfer.from(),
                    transfer.to(),
                    transfer.cells() * bytes,
                    boxes(transfer.boxes(), rank),
                    transfer.previous().isEmpty()
                            ? ""
                            : "; of the array before " + boxes(transfer.previous(), rank));
        }
        more(text, plan.transfers());
        if (plan.options().depth() > 1) {
            line(
                    text,
                    "every %d iterations; %d cells computed twice in each period, %d in whole"
                            + " groups",
                    plan.options().depth(),
                    plan.redundantCells(),
                    plan.redundantCellsInGroups());
        }
    }

    private static String boxes(List<CellBox> boxes, int rank) {
        return boxes.stream().map(box -> box.text(rank)).collect(Collectors.joining(" + "));
    }

    private void order(StringBuilder text) {
        Stencil stencil = plan.stencil();
        line(text, "");
        line(text, "order:");
        line(text, "  upload the local zones, with ghosts and fixed borders, of all arrays");
        for (Zone zone : shortened(plan.zones())) {
            for (int step = 0; step < zone.steps().size(); step++) {
                line(
                        text,
                        "  zone %d%s: %s",
                        zone.id(),
                        zone.steps().size() == 1 ? "" : ", iteration " + step + " of a period",
                        launches(zone.steps().get(step), stencil.rank()));
            }
        }
        more(text, plan.zones());
        if (plan.exchanges() > 0) {
            line(
                    text,
                    "  then each transfer, as soon as what it sends is written and what it replaces"
                            + " was read");
        }
        if (stencil.swaps()) {
            line(text, "  swap %s and %s", stencil.swapIn(), stencil.swapOut());
        }
        line(
                text,
                "  after %d iterations gather the write zones of %s",
                stencil.iterations(),
                stencil.swaps() ? stencil.swapIn() : "what is written");
    }

    private static String launches(List<CellBox> launches, int rank) {
        String borders =
                launches.subList(0, launches.size() - 1).stream()
                        .map(box -> box.text(rank))
                        .collect(Collectors.joining(", "));
        String inside = launches.getLast().text(rank);
        return "work-items " + (borders.isEmpty() ? inside : borders + ", then " + inside);
    }

    private static <T> List<T> shortened(List<T> all) {
        return all.subList(0, Math.min(MOST_LINES, all.size()));
    }

    private static void more(StringBuilder text, List<?> all) {
        if (all.size() > MOST_LINES) {
            line(text, "  ... and %d more", all.size() - MOST_LINES);
        }
    }

    private static void line(StringBuilder text, String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
