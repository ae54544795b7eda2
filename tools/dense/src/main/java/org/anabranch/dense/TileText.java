package org.anabranch.dense;

import org.anabranch.api.KernelCode;
import org.anabranch.api.Loop;
import org.anabranch.api.SourceCode;
import org.anabranch.spi.support.ResourceText;

import java.util.Locale;

/**
 * The kernels in OpenCL C, from {@code tiles.cl} beside this class, and the work-groups that share
 * a call. Java code runs the whole call as one tile of the loop.
 */
final class TileText {
    private static final long GROUP = 64;
    private static final long BLOCK = 32;
    private static final String TEXT = ResourceText.of(TileText.class, "tiles.cl");

    private TileText() {}

    static SourceCode of(TileOperation operation, boolean single) {
        return new SourceCode(
                KernelCode.OPENCL_C,
                TEXT,
                operation.name().toLowerCase(Locale.ROOT),
                "-D" + operation.name() + (single ? " -DREAL=float -DSINGLE" : " -DREAL=double"));
    }

    /** Returns a loop with a work-group for each block of a product. */
    static Loop blocks(long rows, long columns) {
        return groups(Math.ceilDiv(rows, BLOCK) * Math.ceilDiv(columns, BLOCK));
    }

    /** Returns a loop with a work-group for each 64 lines that are independent of each other. */
    static Loop lines(long count) {
        return groups(Math.ceilDiv(count, GROUP));
    }

    private static Loop groups(long count) {
        long items = Math.max(1, count) * GROUP;
        return Loop.of(0, items).tile(items);
    }
}
