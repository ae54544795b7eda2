package org.anabranch.spi;

import org.anabranch.api.Argument;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelCode;
import org.anabranch.api.KernelFormatException;
import org.anabranch.api.Piece;
import org.osgi.annotation.versioning.ConsumerType;

import java.util.List;

/**
 * A service that translates kernel code from one format to another, so that a kernel is written
 * once. The scheduler calls it when a kernel is to run on a domain for which it has no code: once
 * for the code, and then before each run, to check that the code is valid for the arguments.
 *
 * <p>Translated code has the calling convention of its format, except for scalars: an integer is
 * passed as {@code long}, a floating-point number as {@code double}. Six more {@code long}
 * parameters follow: for each of the three dimensions of its piece the stride, and the remainder of
 * the first index divided by it. The code produces the same bits as the original, or the run is
 * rejected. Thread-safe.
 */
@ConsumerType
public interface KernelTranslator {

    /** {@return the format that it reads, such as {@link KernelCode#JAVA}} */
    String from();

    /** {@return the format that it writes, such as {@link KernelCode#OPENCL_C}} */
    String to();

    /**
     * Translates a kernel.
     *
     * @param kernel with code in the format that this reads
     * @return its translation to the format that this writes
     * @throws KernelFormatException names the line that prevents it
     */
    Translation translate(Kernel kernel);

    /** A kernel's code in another format. */
    interface Translation {
        /** {@return the code} */
        KernelCode code();

        /**
         * Proves that a run has the effects of the original: no index is out of bounds, there is no
         * division by zero, and no index of the piece accesses data that another one writes.
         *
         * @param piece the indices
         * @param arguments as the program gave them, in order
         * @throws KernelFormatException names the condition that does not hold, and the line
         */
        void check(Piece piece, List<Argument> arguments);
    }
}
