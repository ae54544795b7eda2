package org.anabranch.examples.matrix;

import org.anabranch.api.Mapping;

/** A user-defined mapping: column i of a matrix for index i of a loop of one dimension. */
public final class ColumnMapping {

    private ColumnMapping() {}

    /** {@return the mapping, for loops of stride 1} */
    public static Mapping columns() {
        return (piece, shape) -> shape.box(0, 0, piece.low0(), 1, shape.rows(), piece.count(0));
    }
}
