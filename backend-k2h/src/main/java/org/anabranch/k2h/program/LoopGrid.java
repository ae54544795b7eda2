package org.anabranch.k2h.program;

import org.anabranch.k2h.board.Board;

/**
 * The positions at which one dimension of a loop may be cut. Cut k is before the k-th tile. Plain
 * tiles are multiples of the tile from the first index. Tiles on lines start where element
 * addresses cross multiples of T = tile bytes rounded up to lines, counted from the line of the
 * first element. So no line has elements of two tiles, for any low, high, stride, tile and base.
 */
record LoopGrid(long low, long high, long stride, long tile, int elementBytes, int firstOffset) {

    long count() {
        return high <= low ? 0 : (high - low - 1) / stride + 1;
    }

    long tiles() {
        long count = count();
        if (elementBytes == 0 || count == 0) {
            return (count + tile - 1) / tile;
        }
        long last = low + (count - 1) * stride;
        return (Math.floorDiv(address(last), Board.LINE) * Board.LINE - origin()) / tileBytes() + 1;
    }

    /** Returns the first index of tile k, or the bound of the loop. */
    long cut(long k) {
        if (k >= tiles()) {
            return high;
        }
        if (elementBytes == 0) {
            return low + k * tile * stride;
        }
        long index = Math.ceilDiv(origin() + k * tileBytes() - firstOffset, elementBytes);
        long steps = Math.max(0, Math.ceilDiv(index - low, stride));
        return Math.min(high, low + steps * stride);
    }

    private long address(long index) {
        return firstOffset + index * elementBytes;
    }

    private long origin() {
        return Math.floorDiv(address(low), Board.LINE) * Board.LINE;
    }

    private long tileBytes() {
        return Math.ceilDiv(tile * stride * elementBytes, Board.LINE) * Board.LINE;
    }
}
