package org.anabranch.examples.halo;

import static org.anabranch.examples.halo.WaveKernel.RADIUS;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import org.anabranch.api.Buffer;
import org.anabranch.api.BufferOptions;
import org.anabranch.api.Domain;
import org.anabranch.api.Platform;
import org.anabranch.api.Range;

import java.lang.foreign.MemorySegment;

/**
 * A rank: some planes of the grid in a domain, with four planes of ghosts at each side. There are
 * two fields, which change roles with every step. Planes are counted from the first ghost.
 */
final class Rank implements AutoCloseable {
    final int number;
    final Domain domain;
    final int planes;
    private final Grid grid;
    private final int first;
    private final Buffer[] fields = new Buffer[2];

    Rank(Platform platform, Grid grid, int number, int ranks, Domain domain) {
        this.grid = grid;
        this.number = number;
        this.domain = domain;
        this.first = start(grid, number, ranks);
        this.planes = start(grid, number + 1, ranks) - first;
        for (int field = 0; field < 2; field++) {
            String name = "wave " + number + (field == 0 ? "a" : "b");
            fields[field] =
                    platform.buffer(
                            BufferOptions.named(name),
                            JAVA_FLOAT,
                            planes + 2 * RADIUS,
                            grid.rows(),
                            grid.columns());
            fill(field);
        }
    }

    private static int start(Grid grid, int number, int ranks) {
        return grid.planes() / ranks * number + Math.min(number, grid.planes() % ranks);
    }

    /** Sets the initial values, including ghosts; outside the grid they stay zero. */
    private void fill(int field) {
        MemorySegment memory = fields[field].write();
        for (int plane = -RADIUS; plane < planes + RADIUS; plane++) {
            int at = first + plane;
            if (at >= 0 && at < grid.planes()) {
                for (int i = 0; i < grid.plane(); i++) {
                    long index = (long) (plane + RADIUS) * grid.plane() + i;
                    memory.setAtIndex(JAVA_FLOAT, index, grid.beginning(field, at, i));
                }
            }
        }
    }

    /** Returns planes of the field that a step starts from. */
    Range now(int step, int from, int count) {
        return range(fields[step & 1], from, count);
    }

    /** Returns planes of the field that a step updates. */
    Range next(int step, int from, int count) {
        return range(fields[step + 1 & 1], from, count);
    }

    private Range range(Buffer field, int from, int count) {
        return field.elements((long) from * grid.plane(), (long) count * grid.plane());
    }

    /** Copies the result after so many steps to its position in the whole grid. */
    void gather(int steps, float[] whole) {
        int elements = planes * grid.plane();
        MemorySegment.copy(
                fields[steps & 1].read(),
                JAVA_FLOAT,
                (long) RADIUS * grid.plane() * Float.BYTES,
                whole,
                first * grid.plane(),
                elements);
    }

    @Override
    public void close() {
        fields[0].close();
        fields[1].close();
    }
}
