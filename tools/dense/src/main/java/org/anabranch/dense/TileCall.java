package org.anabranch.dense;

import org.anabranch.api.Argument;
import org.anabranch.api.Event;
import org.anabranch.api.Kernel;
import org.anabranch.api.Stream;

/**
 * A kernel with its arguments, to be run where the program likes. The array is not copied: it is
 * not to be changed.
 *
 * @param kernel the code
 * @param arguments one for each of its parameters
 */
@SuppressWarnings("ArrayRecordComponent")
public record TileCall(Kernel kernel, Argument... arguments) {

    /**
     * Enqueues the call.
     *
     * @param stream where
     * @return its completion
     */
    public Event on(Stream stream) {
        return stream.run(kernel, arguments);
    }
}
