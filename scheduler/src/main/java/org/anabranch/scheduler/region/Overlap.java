package org.anabranch.scheduler.region;

import org.anabranch.api.Buffer;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelArgumentException;
import org.anabranch.api.Operand;

/**
 * Operands of one run of a kernel that have bytes in common of which one is written: what is read
 * there would depend on how the kernel goes about its work, and on the device.
 */
public final class Overlap {
    private Overlap() {}

    /** Whether two operands are of one buffer and one of them is written; costs no look at it. */
    public static boolean isPossible(Operand[] operands) {
        for (int one = 1; one < operands.length; one++) {
            for (int other = 0; other < one; other++) {
                if (isPossible(operands[one], operands[other])) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isPossible(Operand one, Operand other) {
        return one.range().buffer() == other.range().buffer()
                && (one.mode().writes() || other.mode().writes());
    }

    /**
     * Refuses operands of one piece that overlap.
     *
     * @throws KernelArgumentException names kernel, buffer and regions
     */
    public static void refuse(Kernel kernel, Operand[] operands) {
        for (int one = 1; one < operands.length; one++) {
            for (int other = 0; other < one; other++) {
                refuse(kernel, operands[other], operands[one]);
            }
        }
    }

    private static void refuse(Kernel kernel, Operand one, Operand other) {
        Buffer buffer = one.range().buffer();
        if (isPossible(one, other)
                && Box.overlap(one.range().region(), other.range().region(), buffer.shape())) {
            throw new KernelArgumentException(
                    "kernel "
                            + kernel.name()
                            + " is given bytes of "
                            + buffer.name()
                            + " by two arguments, of which one is written: "
                            + one.range().region()
                            + " and "
                            + other.range().region()
                            + "; give them by one argument that is read and written");
        }
    }
}
