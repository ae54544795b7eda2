package org.anabranch.examples.halo;

/**
 * The extents of the grid, and what is there at first. Immutable.
 *
 * @param planes outermost extent, which ranks share
 * @param rows rows of a plane
 * @param columns columns of a plane
 */
record Grid(int planes, int rows, int columns) {

    int plane() {
        return rows * columns;
    }

    int elements() {
        return planes * plane();
    }

    /** A value between -1 and 1 that no neighbour shares, the same in every division into ranks. */
    float beginning(int field, int plane, int index) {
        int mixed = (plane * plane() + index + field) * 0x9E3779B9;
        return (mixed >> 8) / (float) (1 << 23);
    }
}
