package org.anabranch.dense;

import org.anabranch.api.Argument;
import org.anabranch.api.Event;
import org.anabranch.api.Kernel;
import org.anabranch.api.Loop;
import org.anabranch.api.Stream;

/**
 * A call of a kernel: the kernel with its arguments, for any stream. The array is not copied and
 * must not be modified.
 *
 * @param kernel the code
 * @param loop work-items for devices that run its text; null if it has none
 * @param arguments one for each of its parameters
 */
@SuppressWarnings("ArrayRecordComponent")
public record TileCall(Kernel kernel, Loop loop, Argument... arguments) {

    /**
     * Enqueues the call.
     *
     * @param stream the stream
     * @return its completion
     */
    public Event on(Stream stream) {
        return loop == null ? stream.run(kernel, arguments) : stream.run(kernel, loop, arguments);
    }
}
