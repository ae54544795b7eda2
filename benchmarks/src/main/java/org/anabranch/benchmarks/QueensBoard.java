package org.anabranch.benchmarks;

/**
 * A board with queens on its upper rows that do not attack each other, as a node of the search
 * tree; its children have one more row.
 */
record QueensBoard(int size, int row, int columns, int falling, int rising)
        implements CountedTree.Node {

    static QueensBoard empty(int size) {
        return new QueensBoard(size, 0, 0, 0, 0);
    }

    /** Returns 1 for a full board, which is a solution. */
    @Override
    public long weight() {
        return row == size ? 1 : 0;
    }

    private int free() {
        return ~(columns | falling | rising) & (1 << size) - 1;
    }

    @Override
    public int children() {
        return row == size ? 0 : Integer.bitCount(free());
    }

    @Override
    public QueensBoard child(int index) {
        int free = free();
        for (int i = 0; i < index; i++) {
            free &= free - 1;
        }
        int queen = free & -free;
        return new QueensBoard(
                size, row + 1, columns | queen, (falling | queen) << 1, (rising | queen) >>> 1);
    }
}
