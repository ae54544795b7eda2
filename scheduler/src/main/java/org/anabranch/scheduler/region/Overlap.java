package org.anabranch.scheduler.region;

import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelArgumentException;
import org.anabranch.api.Mode;
import org.anabranch.api.Operand;

/**
 * Operands of one run of a kernel that have bytes in common of which one is written: what is read
 * there would depend on how the kernel goes about its work, and on the device.
 */
public final class Overlap {
    private Overlap() {}

    /**
     * Refuses operands of one piece that overlap; of other arguments nothing is looked at.
     *
     * @throws KernelArgumentException names kernel, buffer and regions
     */
    public static void refuse(Kernel kernel, Argument[] arguments) {
        if (arguments.length == 1) {
            return;
        }
        for (int at = 0; at < arguments.length; at++) {
            if (arguments[at] instanceof Operand operand && operand.mode().writes()) {
                refuse(kernel, operand, arguments, at);
            }
        }
    }

    /** One that is written, with all others: this is done for every action, however short. */
    private static void refuse(Kernel kernel, Operand written, Argument[] arguments, int at) {
        Buffer buffer = written.range().buffer();
        for (int beside = 0; beside < arguments.length; beside++) {
            if (beside != at
                    && arguments[beside] instanceof Operand other
                    && other.range().buffer() == buffer
                    && Box.overlap(
                            written.range().region(), other.range().region(), buffer.shape())) {
                throw overlap(kernel, written, other);
            }
        }
    }

    /** {@return true if one of two actions writes what the other uses, unless both add to it} */
    public static boolean conflict(Operand[] earlier, Operand[] later) {
        for (Operand one : earlier) {
            for (Operand other : later) {
                if (one.range().buffer() == other.range().buffer()
                        && (one.mode().writes() || other.mode().writes())
                        && (one.mode() != Mode.REDUCE || other.mode() != Mode.REDUCE)
                        && Box.overlap(
                                one.range().region(),
                                other.range().region(),
                                one.range().buffer().shape())) {
                    return true;
                }
            }
        }
        return false;
    }

    private static KernelArgumentException overlap(Kernel kernel, Operand one, Operand other) {
        return new KernelArgumentException(
                "kernel "
                        + kernel.name()
                        + " is given bytes of "
                        + one.range().buffer().name()
                        + " by two arguments, of which one is written: "
                        + one.range().region()
                        + " and "
                        + other.range().region()
                        + "; give them by one argument that is read and written");
    }
}
