package org.anabranch.spi;

import org.anabranch.api.Kernel;
import org.anabranch.api.Piece;

import java.util.List;

/**
 * A launch of a kernel, checked, with arguments in terms of one device's memory.
 *
 * @param handle the kernel's handle on the device
 * @param kernel the kernel
 * @param piece the indices to run
 * @param partial true if other launches run other indices of the same loop, so that the number of
 *     work-items or groups of this one means nothing
 * @param arguments as many as the kernel has parameters, in order
 */
public record Launch(
        long handle, Kernel kernel, Piece piece, boolean partial, List<LaunchArgument> arguments) {

    /** Copies the arguments. */
    public Launch {
        arguments = List.copyOf(arguments);
    }

    /**
     * Creates a launch of all indices.
     *
     * @param handle the kernel's handle on the device
     * @param kernel the kernel
     * @param piece the indices to run
     * @param arguments as many as the kernel has parameters, in order
     */
    public Launch(long handle, Kernel kernel, Piece piece, List<LaunchArgument> arguments) {
        this(handle, kernel, piece, false, arguments);
    }

    /**
     * Halves the outermost dimension that has more than one index, for backends that share a launch
     * among processors or with a thief. Each half has the bytes that its indices use, according to
     * the mappings of the arguments, and neither writes bytes that the other uses. So both may run
     * anywhere, at any time, and copying back the results of one does not overwrite those of the
     * other.
     *
     * @return the two halves, or this launch alone if there is one index or the halves would
     *     conflict
     */
    public List<Launch> halves() {
        int dimension = 0;
        while (dimension < 3 && piece.count(dimension) < 2) {
            dimension++;
        }
        if (dimension == 3) {
            return List.of(this);
        }
        long middle = piece.low(dimension) + piece.count(dimension) / 2 * piece.stride(dimension);
        Launch first = part(piece.between(dimension, piece.low(dimension), middle));
        Launch second = part(piece.between(dimension, middle, piece.high(dimension)));
        return first.meets(second) ? List.of(this) : List.of(first, second);
    }

    private Launch part(Piece indices) {
        List<LaunchArgument> narrowed =
                arguments.stream().map(argument -> narrowed(argument, indices)).toList();
        return new Launch(handle, kernel, indices, true, narrowed);
    }

    private static LaunchArgument narrowed(LaunchArgument argument, Piece indices) {
        return argument instanceof LaunchArgument.Memory memory ? memory.within(indices) : argument;
    }

    private boolean meets(Launch other) {
        for (LaunchArgument argument : arguments) {
            if (argument instanceof LaunchArgument.Memory memory
                    && other.arguments.stream().anyMatch(memory::conflicts)) {
                return true;
            }
        }
        return false;
    }
}
