package org.anabranch.mic.sink;

import org.anabranch.api.Kernel;
import org.anabranch.api.Mode;
import org.anabranch.api.Piece;
import org.anabranch.api.Region;
import org.anabranch.mic.link.CapturedValues;
import org.anabranch.mic.link.Fields;
import org.anabranch.mic.link.Received;
import org.anabranch.spi.Launch;
import org.anabranch.spi.LaunchArgument;
import org.anabranch.spi.Slice;

import java.util.ArrayList;
import java.util.List;

/** A launch as it comes over the link: kernel, arguments, and pieces to run. */
record LaunchFrame(List<Launch> pieces) {
    private static final Kernel SENT = Kernel.of("of the card");

    static LaunchFrame read(Received frame) {
        long kernel = frame.body().getLong();
        List<LaunchArgument> arguments = new ArrayList<>();
        for (int count = frame.count(1); count > 0; count--) {
            arguments.add(argument(frame));
        }
        List<Launch> pieces = new ArrayList<>();
        for (int count = frame.count(1); count > 0; count--) {
            Piece piece = Fields.piece(frame.body());
            pieces.add(new Launch(kernel, SENT, piece, arguments));
        }
        return new LaunchFrame(pieces);
    }

    private static LaunchArgument argument(Received frame) {
        if (frame.body().get() == 0) {
            long handle = frame.body().getLong();
            Region window = Fields.region(frame.body());
            int elementBytes = frame.body().getInt();
            return new LaunchArgument.Memory(
                    new Slice(handle, window), window, elementBytes, Mode.READ_WRITE, null);
        }
        try {
            return new LaunchArgument.Value((Number) CapturedValues.get(frame, null));
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalArgumentException(impossible);
        }
    }
}
