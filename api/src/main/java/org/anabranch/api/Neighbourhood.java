package org.anabranch.api;

import java.util.Arrays;

/** The region arithmetic of the standard mappings. */
final class Neighbourhood {

    private Neighbourhood() {}

    static Region linear(Piece piece, Shape shape, long distance) {
        check(piece, 0, shape.elements());
        if (distance == 0) {
            return lattice(piece, shape, new long[] {shape.element().byteSize()});
        }
        long low = Math.max(0, piece.low0() - distance);
        long high = Math.min(shape.elements(), piece.end(0) + distance);
        return Region.of(
                low * shape.element().byteSize(),
                Math.max(0, high - low) * shape.element().byteSize());
    }

    static Region box(Piece piece, Shape shape, long distance) {
        if (piece.rank() != shape.rank()) {
            throw new RangeException(
                    "a loop of %s dimensions does not map to a buffer of %s"
                            .formatted(piece.rank(), shape.rank()));
        }
        long[] low = new long[3];
        long[] count = {1, 1, 1};
        for (int dimension = 0; dimension < shape.rank(); dimension++) {
            long extent = shape.extents().get(dimension);
            check(piece, dimension, extent);
            int axis = 3 - shape.rank() + dimension;
            low[axis] = Math.max(0, piece.low(dimension) - distance);
            count[axis] =
                    Math.max(0, Math.min(extent, piece.end(dimension) + distance) - low[axis]);
        }
        if (distance == 0) {
            long bytes = shape.element().byteSize();
            long[] pitches = {shape.slicePitch(), shape.rowPitch(), bytes};
            return lattice(piece, shape, Arrays.copyOfRange(pitches, 3 - shape.rank(), 3));
        }
        return shape.box(low[0], low[1], low[2], count[0], count[1], count[2]);
    }

    /**
     * Returns the exact bytes of a strided piece. The levels are processed from the innermost
     * outwards; a level that continues the next inner one without a gap is merged with it, and the
     * result must fit width, height and depth.
     */
    private static Region lattice(Piece piece, Shape shape, long[] pitches) {
        long offset = 0;
        long width = shape.element().byteSize();
        long[] counts = {1, 1};
        long[] steps = {0, 0};
        int levels = 0;
        for (int dimension = pitches.length - 1; dimension >= 0; dimension--) {
            long count = piece.count(dimension);
            long step = piece.stride(dimension) * pitches[dimension];
            offset += piece.low(dimension) * pitches[dimension];
            if (count == 0) {
                return Region.of(0, 0);
            }
            if (count == 1) {
                continue;
            }
            if (levels == 0 && step == width) {
                width *= count;
            } else if (levels > 0 && step == counts[levels - 1] * steps[levels - 1]) {
                counts[levels - 1] *= count;
            } else if (levels < 2) {
                counts[levels] = count;
                steps[levels++] = step;
            } else {
                throw new RangeException(
                        "a loop strided in three dimensions is no region: map it by a function of"
                                + " your own");
            }
        }
        return new Region(offset, width, counts[0], counts[1], steps[0], steps[1]);
    }

    static Region rows(Piece piece, Shape shape) {
        long extent = shape.extents().getFirst();
        check(piece, 0, extent);
        long row = shape.bytes() / extent;
        return Region.of(
                piece.low0() * row, row, Math.max(1, piece.count(0)), piece.stride0() * row);
    }

    private static void check(Piece piece, int dimension, long extent) {
        if (piece.count(dimension) > 0
                && (piece.low(dimension) < 0 || piece.end(dimension) > extent)) {
            throw new RangeException(
                    "loop indices [%s, %s) leave the extent %s"
                            .formatted(piece.low(dimension), piece.end(dimension), extent));
        }
    }
}
