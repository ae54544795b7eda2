package org.anabranch.examples.halo;

/**
 * The extents and the initial values of the grid. Immutable.
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

    /**
     * Returns an initial value between -1 and 1 that differs from its neighbours', the same in
     * every division into ranks.
     */
    float beginning(int field, int plane, int index) {
        int mixed = (plane * plane() + index + field) * 0x9E3779B9;
        return (mixed >> 8) / (float) (1 << 23);
    }
}
