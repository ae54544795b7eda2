package org.anabranch.spi;

import org.anabranch.api.Argument;
import org.anabranch.api.MappedOperand;
import org.anabranch.api.Mode;
import org.anabranch.api.Piece;
import org.anabranch.api.Region;

/** A kernel argument in terms of one device's memory. */
public sealed interface LaunchArgument {

    /**
     * A memory argument.
     *
     * @param slice allocation and the bytes that the kernel may touch
     * @param window the memory that the kernel sees: its index 0 is the first byte of this region,
     *     its rows are the region's rows. The slice's region for an operand, the whole buffer for a
     *     mapped one (rule 3.6)
     * @param elementBytes size of an element, 1 to 8
     * @param mode the access mode
     * @param source the program's argument that this comes from: an {@code Operand} or {@code
     *     MappedOperand}
     */
    record Memory(Slice slice, Region window, int elementBytes, Mode mode, Argument source)
            implements LaunchArgument {

        /** Returns the argument for some of the indices: smaller only if it is mapped. */
        Memory within(Piece indices) {
            if (!(source instanceof MappedOperand mapped)) {
                return this;
            }
            Region used = mapped.mapping().map(indices, mapped.buffer().shape());
            Region region =
                    new Region(
                            window.offset() + used.offset(),
                            used.width(),
                            used.height(),
                            used.depth(),
                            used.rowPitch(),
                            used.slicePitch());
            return new Memory(
                    new Slice(slice.memory(), region), window, elementBytes, mode, source);
        }

        /** Returns true if one of the two may be written, and their intervals overlap. */
        boolean conflicts(LaunchArgument argument) {
            return argument instanceof Memory other
                    && (mode.writes() || other.mode.writes())
                    && slice.memory() == other.slice.memory()
                    && slice.region().offset() < other.slice.region().end()
                    && other.slice.region().offset() < slice.region().end();
        }
    }

    /**
     * A scalar argument.
     *
     * @param value an {@code Integer}, {@code Long}, {@code Float} or {@code Double}
     */
    record Value(Number value) implements LaunchArgument {}
}
