package org.anabranch.spi;

import org.anabranch.api.Argument;
import org.anabranch.api.Mode;
import org.anabranch.api.Region;

/** An argument in the terms of one device. */
public sealed interface LaunchArgument {

    /**
     * Memory.
     *
     * @param slice allocation and the bytes that the kernel may touch
     * @param window what the kernel sees: its index 0 is the first byte of this region, its rows
     *     are the region's rows. The slice's region for an operand, the whole buffer for a mapped
     *     one (rule 3.6)
     * @param elementBytes size of an element, 1 to 8
     * @param mode how it is used
     * @param source the program's argument that this comes from: an {@code Operand} or {@code
     *     MappedOperand}
     */
    record Memory(Slice slice, Region window, int elementBytes, Mode mode, Argument source)
            implements LaunchArgument {}

    /**
     * A number.
     *
     * @param value an {@code Integer}, {@code Long}, {@code Float} or {@code Double}
     */
    record Value(Number value) implements LaunchArgument {}
}
