package org.anabranch.stencil.shell;

import org.anabranch.stencil.plan.Zone;
import org.anabranch.stencil.run.RunFigures;
import org.anabranch.stencil.run.RunOptions;

import java.util.Locale;
import java.util.stream.Collectors;

/** The text form of a run's statistics (ST-23). */
record FiguresText(RunFigures figures) {

    String text() {
        StringBuilder text = new StringBuilder();
        int rank = figures.plan().stencil().rank();
        line(
                text,
                "%s: %d iterations of %s cells on %s",
                figures.plan().stencil().kernel().function(),
                figures.iterations(),
                figures.plan().stencil().useful().size().extents(rank),
                figures.domains().stream().distinct().collect(Collectors.joining(", ")));
        phases(text);
        line(
                text,
                "  %.3f ms an iteration, %.1f million cells per second%s; %d bytes exchanged",
                1e3 * figures.secondsPerIteration(),
                figures.cellsPerSecond() / 1e6,
                figures.flops() > 0
                        ? String.format(Locale.ROOT, ", %.3f GFLOPS", figures.gflops())
                        : "",
                figures.bytesExchanged());
        if (figures.cuts() > 0) {
            line(
                    text,
                    "  cut again %d times, %d bytes moved",
                    figures.cuts(),
                    figures.bytesMoved());
        }
        zones(text, rank);
        return text.toString();
    }

    private void phases(StringBuilder text) {
        boolean phased = figures.order() == RunOptions.Order.PHASED;
        line(text, "  upload    %10.6f s", figures.upload());
        line(text, "  %s   %10.6f s", phased ? "kernels" : "loop   ", figures.compute());
        if (phased) {
            line(
                    text,
                    "  exchange  %10.6f s, %.1f %% of the loop",
                    figures.exchange(),
                    100 * figures.exchangeShare());
        }
        line(text, "  gather    %10.6f s", figures.gather());
        line(
                text,
                "  total     %10.6f s%s",
                figures.total(),
                phased
                        ? String.format(
                                Locale.ROOT, ", transfers %.1f %%", 100 * figures.transferShare())
                        : "");
    }

    private void zones(StringBuilder text, int rank) {
        for (Zone zone : figures.plan().zones()) {
            line(
                    text,
                    "  zone %d on %s: %s cells, busy %.6f s, %.1f million cells per second",
                    zone.id(),
                    figures.domains().get(zone.id()),
                    zone.write().size().extents(rank),
                    figures.busy().isEmpty() ? 0 : figures.busy().get(zone.id()),
                    figures.speeds().isEmpty() ? 0 : figures.speeds().get(zone.id()) / 1e6);
        }
    }

    private static void line(StringBuilder text, String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
