package org.anabranch.k2h.board;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The prices of all operations on a board, in nanoseconds: one table for all programs and figures.
 * Rows name their sources. Immutable.
 */
public final class CostTable {
    private final Map<Cost, Row> rows;

    /**
     * A price.
     *
     * @param cost the operation
     * @param arm nanoseconds on an ARM core
     * @param dsp nanoseconds on a DSP
     * @param source the source of the numbers
     */
    public record Row(Cost cost, double arm, double dsp, String source) {}

    /**
     * Creates a table.
     *
     * @param list one row per {@link Cost}; of several, the last counts
     * @throws K2hException.Program if a price is missing
     */
    public CostTable(List<Row> list) {
        rows = new EnumMap<>(Cost.class);
        list.forEach(row -> rows.put(row.cost, row));
        for (Cost cost : Cost.values()) {
            if (!rows.containsKey(cost)) {
                throw new K2hException.Program("no price for " + cost);
            }
        }
    }

    /**
     * Returns this table with one row scaled.
     *
     * @param factor on both sides
     */
    public CostTable scaled(Cost cost, double factor) {
        List<Row> list = new ArrayList<>(rows.values());
        list.replaceAll(
                row ->
                        row.cost == cost
                                ? new Row(
                                        cost,
                                        row.arm * factor,
                                        row.dsp * factor,
                                        row.source + ", times " + factor)
                                : row);
        return new CostTable(list);
    }

    /**
     * Returns a price.
     *
     * @return nanoseconds per unit
     */
    public double of(Side side, Cost cost) {
        Row row = rows.get(cost);
        return side == Side.ARM ? row.arm : row.dsp;
    }

    /** {@return the row of a price} */
    public Row row(Cost cost) {
        return rows.get(cost);
    }

    /** {@return all rows} */
    public List<Row> all() {
        return List.copyOf(rows.values());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CostTable table && rows.equals(table.rows);
    }

    @Override
    public int hashCode() {
        return rows.hashCode();
    }
}
