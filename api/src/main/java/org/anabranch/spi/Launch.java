package org.anabranch.spi;

import org.anabranch.api.Kernel;
import org.anabranch.api.Piece;

import java.util.List;

/**
 * A kernel to run, checked and translated to the memory of one device.
 *
 * @param handle the kernel's handle on the device
 * @param kernel the kernel
 * @param piece the indices to run
 * @param arguments as many as the kernel has parameters, in order
 */
public record Launch(long handle, Kernel kernel, Piece piece, List<LaunchArgument> arguments) {

    /** Copies the arguments. */
    public Launch {
        arguments = List.copyOf(arguments);
    }
}
