package org.anabranch.shell.output;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * The columns of a table: for each a title, as for {@link Table}, and the cell of an object.
 *
 * @param <T> the type of the objects, one for each row
 */
public final class Columns<T> {
    private final Map<String, BiFunction<T, Units, ?>> cells = new LinkedHashMap<>();

    /** Adds a column. */
    public Columns<T> add(String title, Function<T, ?> cell) {
        return add(title, (object, units) -> cell.apply(object));
    }

    /** Adds a column of quantities. */
    public Columns<T> add(String title, BiFunction<T, Units, ?> cell) {
        cells.put(title, cell);
        return this;
    }

    /** {@return the table of some objects} */
    public Table table(List<T> objects, Units units) {
        Table table = new Table(cells.keySet().toArray(String[]::new));
        for (T object : objects) {
            List<Object> row = new ArrayList<>();
            cells.values().forEach(cell -> row.add(cell.apply(object, units)));
            table.row(row.toArray());
        }
        return table;
    }
}
