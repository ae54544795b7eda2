package org.anabranch.opencl.kernel;

import org.anabranch.api.Piece;
import org.anabranch.opencl.quirks.KernelVersions;
import org.anabranch.spi.DeviceException;

/**
 * The range of a launch and how it is cut into work-groups. Dimension 0 of OpenCL is the innermost
 * of the loop.
 *
 * <p>A kernel that declares {@code reqd_work_group_size} gets that. For any other the size is one
 * of three, since drivers for processors compile for each: {@value #WIDEST} if that gives every
 * compute unit several groups, else the least that the device prefers, or 1 if there are fewer
 * work-items. What the chosen width leaves over in dimension 0 runs as a second range with groups
 * of one, unless the kernel depends on its range: then the width divides it.
 *
 * @param rank 1 to 3
 * @param offset first global id of each dimension
 * @param size work-items of each dimension
 * @param local work-items of a group in each dimension
 * @param tail work-items in dimension 0 left over for the second range, or 0
 */
public record WorkGroups(int rank, long[] offset, long[] size, long[] local, long tail) {
    private static final long WIDEST = 256;
    private static final long GROUPS_PER_UNIT = 4;
    private static final long WIDE = 65_535;

    /** One more than the largest {@link #kind}. */
    static final int KINDS = 9;

    /**
     * The limits of a kernel, as the driver reports them.
     *
     * @param required the size that it declares, or zeros
     * @param largest largest number of work-items of a group
     * @param preferred width of which the device prefers multiples
     * @param units compute units of the device
     */
    record Limits(long[] required, long largest, long preferred, int units) {
        boolean isFixed() {
            return required[0] > 0;
        }

        /** {@return work-items of a group of the size that it declares} */
        long items() {
            long items = 1;
            for (long one : required) {
                items *= Math.max(1, one);
            }
            return items;
        }
    }

    /**
     * Cuts.
     *
     * @param piece not empty
     * @param undivided true if the range must be one launch
     * @throws DeviceException if an index is negative, or the declared size does not divide the
     *     range
     */
    static WorkGroups of(Piece piece, Limits limits, boolean undivided) throws DeviceException {
        int rank = piece.rank();
        long[] offset = new long[rank];
        long[] size = new long[rank];
        long[] local = new long[rank];
        for (int i = 0; i < rank; i++) {
            int dimension = rank - 1 - i;
            if (piece.low(dimension) < 0) {
                throw new DeviceException("OpenCL has no negative indices: " + piece);
            }
            offset[i] = piece.low(dimension) / piece.stride(dimension);
            size[i] = piece.count(dimension);
            local[i] = 1;
        }
        if (limits.isFixed()) {
            return fixed(rank, offset, size, limits);
        }
        local[0] = width(size, limits);
        if (undivided) {
            local[0] = Math.min(local[0], Long.lowestOneBit(size[0]));
        }
        return new WorkGroups(rank, offset, size, local, size[0] % local[0]);
    }

    private static WorkGroups fixed(int rank, long[] offset, long[] size, Limits limits)
            throws DeviceException {
        long[] local = new long[rank];
        for (int i = rank; i < limits.required().length; i++) {
            if (limits.required()[i] > 1) {
                throw new DeviceException(
                        "the kernel requires work-groups of %s in dimension %s, but its range has %s dimension(s)"
                                .formatted(limits.required()[i], i, rank));
            }
        }
        for (int i = 0; i < rank; i++) {
            local[i] = Math.max(1, limits.required()[i]);
            if (size[i] % local[i] != 0) {
                throw new DeviceException(
                        String.format(
                                "the kernel requires work-groups of %s in dimension %s, which does"
                                        + " not divide %s",
                                local[i], i, size[i]));
            }
        }
        return new WorkGroups(rank, offset, size, local, 0);
    }

    /**
     * Tells ranges apart that PoCL compiles differently; 0 is the common case. PoCL has a version
     * of a kernel for ranges that begin at zero and one for grids of fewer than 65,535 work-items
     * each way, beside general ones, and mixes them up ({@link KernelVersions}). So ranges of
     * different kinds get kernels of different programs, and can run side by side.
     */
    int kind() {
        boolean fromZero = true;
        boolean wide = false;
        for (int i = 0; i < rank; i++) {
            fromZero &= offset[i] == 0;
            wide |= i > 0 && size[i] >= WIDE;
        }
        int begin = !fromZero ? 2 : tail > 0 ? 1 : 0;
        int extent = wide ? 2 : size[0] >= WIDE ? 1 : 0;
        return 3 * begin + extent;
    }

    /** {@return work-items in dimension 0 of the first range} */
    long body() {
        return size[0] - tail;
    }

    /** {@return the ranges by which PoCL distinguishes versions of a kernel} */
    KernelVersions.Ranges ranges() {
        return new KernelVersions.Ranges(
                local[0], body() > 0 ? width(body()) : 0, tail > 0 ? width(tail) : 0);
    }

    private long width(long first) {
        return rank == 1 ? first : Math.max(first, size[1]);
    }

    private static long width(long[] size, Limits limits) {
        long all = 1;
        for (long one : size) {
            all *= one;
        }
        long fair = all / (GROUPS_PER_UNIT * limits.units());
        for (long wanted : new long[] {WIDEST, limits.preferred()}) {
            long local = Long.highestOneBit(Math.min(wanted, limits.largest()));
            if (local <= size[0] && (local <= fair || wanted == limits.preferred())) {
                return local;
            }
        }
        return 1;
    }
}
