package org.anabranch.spi;

import java.util.Arrays;

/**
 * The lane and the predecessors of an operation.
 *
 * @param lane from 0 to the device's number of lanes
 * @param ticket number of this operation, unique for the device, from 1
 * @param after tickets of operations, all submitted before, that must have taken effect; some that
 *     have ended may be missing. Empty for a device that does not order operations. Not to be
 *     modified
 */
public record Order(int lane, long ticket, long[] after) {

    /** No predecessors. */
    public static final long[] NOTHING = {};

    @Override
    public boolean equals(Object other) {
        return other instanceof Order order
                && order.lane == lane
                && order.ticket == ticket
                && Arrays.equals(order.after, after);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(ticket);
    }

    @Override
    public String toString() {
        return "#" + ticket + " on lane " + lane + " after " + Arrays.toString(after);
    }
}
