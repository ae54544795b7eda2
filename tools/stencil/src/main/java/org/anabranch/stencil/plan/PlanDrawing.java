package org.anabranch.stencil.plan;

import org.anabranch.spi.support.Svg;
import org.anabranch.stencil.geometry.CellBox;
import org.anabranch.stencil.geometry.Point;

import java.util.ArrayList;
import java.util.List;

/**
 * A drawing of a plan as SVG: the cells that each zone writes, coloured; around them, dashed, its
 * local array; hatched, the cells it receives; an arrow with its bytes for each transfer. In three
 * dimensions the layers of zones along z are drawn side by side.
 */
final class PlanDrawing {
    private static final double SIDE = 640;
    private static final double MARGIN = 40;
    private static final double THINNEST = 2;

    private final StencilPlan plan;
    private final Svg svg;
    private final double scaleX;
    private final double scaleY;
    private final double width;
    private final double height;

    PlanDrawing(StencilPlan plan) {
        this.plan = plan;
        Point size = plan.stencil().grid().size();
        double longest = Math.max(size.x(), size.y());
        width = Math.max(SIDE / 4, SIDE * size.x() / longest);
        height =
                plan.stencil().rank() == 1
                        ? SIDE / 8
                        : Math.max(SIDE / 4, SIDE * size.y() / longest);
        scaleX = width / size.x();
        scaleY = height / size.y();
        svg = new Svg(MARGIN + plan.parts().z() * (width + MARGIN), height + 3 * MARGIN);
    }

    String svg() {
        int layers = (int) plan.parts().z();
        svg.add(
                "<defs><pattern id='sent' width='6' height='6' patternUnits='userSpaceOnUse'><path"
                    + " d='M0 6 L6 0' stroke='#333' stroke-width='1'/></pattern><marker id='tip'"
                    + " markerWidth='8' markerHeight='8' refX='7' refY='4' orient='auto'><path"
                    + " d='M0 0 L8 4 L0 8 z' fill='#b00'/></marker></defs>");
        String title = "%s: %s cells, %s of %s devices, %s bytes per exchange";
        svg.text(
                MARGIN,
                24,
                "",
                title.formatted(
                        plan.stencil().kernel().function(),
                        plan.stencil().useful().size().extents(plan.stencil().rank()),
                        plan.zones().size(),
                        plan.options().weights().size(),
                        plan.bytesPerExchange()));
        for (int layer = 0; layer < layers; layer++) {
            Point size = plan.stencil().grid().size();
            rectangle(layer, CellBox.of(0, size.x(), 0, size.y()), "fill='#eee' stroke='#999'");
            if (layers > 1) {
                svg.text(left(layer), 2 * MARGIN + height, "", "z " + layer);
            }
        }
        plan.zones().forEach(this::zone);
        plan.transfers().forEach(this::received);
        plan.transfers().forEach(this::arrow);
        return svg.toString();
    }

    private void zone(Zone zone) {
        int layer = (int) zone.place().z();
        String colour = "hsl(" + zone.id() * 137 % 360 + ",55%,80%)";
        rectangle(layer, zone.write(), "fill='" + colour + "' stroke='#444'");
        rectangle(
                layer,
                zone.local(),
                "fill='none' stroke='hsl("
                        + zone.id() * 137 % 360
                        + ",60%,45%)' stroke-dasharray='5 3'");
        double[] centre = centre(zone);
        svg.text(centre[0], centre[1], "text-anchor='middle'", "zone " + zone.id());
    }

    private void received(Transfer transfer) {
        int layer = (int) plan.zones().get(transfer.to()).place().z();
        List<CellBox> boxes = new ArrayList<>(transfer.boxes());
        for (CellBox box : boxes) {
            rectangle(layer, box, "fill='url(#sent)' stroke='none'");
        }
    }

    private void arrow(Transfer transfer) {
        double[] from = centre(plan.zones().get(transfer.from()));
        double[] to = centre(plan.zones().get(transfer.to()));
        double length = Math.max(1, Math.hypot(to[0] - from[0], to[1] - from[1]));
        double aside = 14;
        double x = -(to[1] - from[1]) / length * aside;
        double y = (to[0] - from[0]) / length * aside;
        svg.line(
                from[0] + x + (to[0] - from[0]) * 0.2,
                from[1] + y + (to[1] - from[1]) * 0.2,
                from[0] + x + (to[0] - from[0]) * 0.8,
                from[1] + y + (to[1] - from[1]) * 0.8,
                "stroke='#b00' marker-end='url(#tip)'");
        svg.text(
                (from[0] + to[0]) / 2 + x,
                (from[1] + to[1]) / 2 + y,
                "fill='#b00' font-size='10'",
                transfer.cells() * plan.stencil().grid().type().bytes() + " B");
    }

    private double left(int layer) {
        return MARGIN + layer * (width + MARGIN);
    }

    private double[] centre(Zone zone) {
        CellBox write = zone.write();
        return new double[] {
            left((int) zone.place().z()) + (write.low().x() + write.high().x()) / 2.0 * scaleX,
            MARGIN + (write.low().y() + write.high().y()) / 2.0 * scaleY
        };
    }

    private void rectangle(int layer, CellBox box, String style) {
        svg.rectangle(
                left(layer) + box.low().x() * scaleX,
                MARGIN + box.low().y() * scaleY,
                Math.max(THINNEST, box.size().x() * scaleX),
                Math.max(THINNEST, box.size().y() * scaleY),
                style);
    }
}
