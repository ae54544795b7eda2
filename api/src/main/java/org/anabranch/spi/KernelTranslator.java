package org.anabranch.spi;

import org.anabranch.api.Argument;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelCode;
import org.anabranch.api.KernelFormatException;
import org.anabranch.api.Piece;
import org.osgi.annotation.versioning.ConsumerType;

import java.util.List;

/**
 * A service that makes code of one format from code of another, so that a kernel is written once.
 * It is asked when a kernel is to run on a domain that has no code for it: for the code once, and
 * then for each run, with the arguments at hand, whether the code is good for them.
 *
 * <p>Translated code has the calling convention of its format, but for scalars: a whole number is
 * passed as {@code long}, a floating one as {@code double}. Behind them it takes six more {@code
 * long}, for each of three dimensions of its piece the stride, and what is left of the first index
 * divided by that. It gives the bits that the original gives, or the run is refused. Called by any
 * thread, several at once.
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
     * @return the same in the format that this writes
     * @throws KernelFormatException names the line that prevents it
     */
    Translation translate(Kernel kernel);

    /** A kernel's code in another format. */
    interface Translation {
        /** {@return the code} */
        KernelCode code();

        /**
         * Proves that a run does what the original does: no index is outside, nothing is divided by
         * zero, and no index of the piece touches what another one writes.
         *
         * @param piece the indices
         * @param arguments as the program gave them, in order
         * @throws KernelFormatException says what is not so, and in which line
         */
        void check(Piece piece, List<Argument> arguments);
    }
}
