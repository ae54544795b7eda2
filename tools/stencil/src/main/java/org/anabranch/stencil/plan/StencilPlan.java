package org.anabranch.stencil.plan;

import org.anabranch.stencil.description.Stencil;
import org.anabranch.stencil.description.StencilArgument;
import org.anabranch.stencil.geometry.CellBox;
import org.anabranch.stencil.geometry.Point;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The plan of a run: zones, neighbours, exchanges and order, all known in advance (ST-24). The same
 * input gives the same plan. Immutable.
 *
 * @param stencil the stencil
 * @param options the options used
 * @param parts parts by axis, x first (ST-09)
 * @param zones by id
 * @param transfers by the receiving zone, then by the sending one
 */
public record StencilPlan(
        Stencil stencil,
        PlanOptions options,
        Point parts,
        List<Zone> zones,
        List<Transfer> transfers) {

    /** Copies the lists. */
    public StencilPlan {
        zones = List.copyOf(zones);
        transfers = List.copyOf(transfers);
    }

    /**
     * Returns the zones that a zone reads from.
     *
     * @param zone its id
     * @return ids, ascending (ST-12)
     */
    public List<Integer> neighbours(int zone) {
        return transfers.stream()
                .filter(transfer -> transfer.to() == zone)
                .map(Transfer::from)
                .toList();
    }

    /** {@return cells sent per exchange, summed over pairs (ST-15)} */
    public long cellsPerExchange() {
        return transfers.stream().mapToLong(Transfer::cells).sum();
    }

    /** {@return bytes sent per exchange, summed over pairs (ST-15)} */
    public long bytesPerExchange() {
        return cellsPerExchange() * stencil.grid().type().bytes();
    }

    /**
     * Returns the bytes that leave a zone at an exchange: a cell that several neighbours read
     * counts once.
     *
     * @param zone its id
     * @return distinct bytes
     */
    public long bytesLeaving(int zone) {
        List<CellBox> written = new ArrayList<>();
        List<CellBox> previous = new ArrayList<>();
        for (Transfer transfer : transfers) {
            if (transfer.from() == zone) {
                written.addAll(transfer.boxes());
                previous.addAll(transfer.previous());
            }
        }
        return (Transfer.count(CellBox.union(written)) + Transfer.count(CellBox.union(previous)))
                * stencil.grid().type().bytes();
    }

    /**
     * {@return the number of exchanges: none before the first iteration, none after the last
     * (ST-13)}
     */
    public long exchanges() {
        return transfers.isEmpty() || stencil.iterations() == 0
                ? 0
                : (stencil.iterations() - 1) / options.depth();
    }

    /** {@return the largest number of neighbours of a zone} */
    public int mostNeighbours() {
        int[] senders = new int[zones.size()];
        transfers.forEach(transfer -> senders[transfer.to()]++);
        return Arrays.stream(senders).max().orElse(0);
    }

    /**
     * Returns exactly the cells of the grid that a zone reads in the first iteration after an
     * exchange.
     *
     * @param zone its id
     * @return disjoint boxes of cells
     */
    public List<CellBox> readSet(int zone) {
        CellBox computed = computed(zones.get(zone), 0);
        return CellBox.union(stencil.ghost().offsets().stream().map(computed::reach).toList());
    }

    /** {@return the cells that a zone computes, {@code step} iterations after an exchange} */
    CellBox computed(Zone zone, int step) {
        return new ZoneSteps(stencil, options.depth()).computed(zone.write(), step);
    }

    /**
     * {@return the cells computed by more than one zone because of deep ghosts, per period (ST-32)}
     */
    public long redundantCells() {
        long cells = 0;
        for (Zone zone : zones) {
            for (int step = 0; step < options.depth(); step++) {
                cells += computed(zone, step).cells() - zone.write().cells();
            }
        }
        return cells;
    }

    /** {@return the redundant cells, including those computed to fill up work-groups} */
    public long redundantCellsInGroups() {
        long cells = 0;
        for (Zone zone : zones) {
            for (List<CellBox> step : zone.steps()) {
                cells += step.stream().mapToLong(items -> stencil.cells(items).cells()).sum();
                cells -= zone.write().cells();
            }
        }
        return cells;
    }

    /**
     * Returns the memory size of a zone.
     *
     * @param zone its id
     * @return bytes of all of its arrays
     */
    public long bytesOf(int zone) {
        long bytes = 0;
        for (StencilArgument argument : stencil.arrays()) {
            bytes +=
                    stencil.isCut(argument)
                            ? zones.get(zone).local().cells() * argument.type().bytes()
                            : argument.bytes();
        }
        return bytes;
    }

    /** {@return the plan as text} */
    public String text() {
        return new PlanText(this).text();
    }

    /** {@return a drawing of the zones, their ghosts and exchanges as SVG} */
    public String drawing() {
        return new PlanDrawing(this).svg();
    }
}
