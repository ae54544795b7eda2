package org.anabranch.mic.card;

import org.anabranch.api.Piece;
import org.anabranch.mic.link.CapturedValues;
import org.anabranch.mic.link.FrameWriter;
import org.anabranch.spi.Launch;
import org.anabranch.spi.LaunchArgument;

import java.util.List;

/** A launch in the words of the link. */
public final class LaunchMessage {
    private LaunchMessage() {}

    /** Puts kernel, arguments, and the pieces that are to run side by side. */
    public static FrameWriter put(FrameWriter message, Launch launch, List<Piece> pieces) {
        message.putLong(launch.handle()).putInt(launch.arguments().size());
        for (LaunchArgument argument : launch.arguments()) {
            if (argument instanceof LaunchArgument.Memory operand) {
                message.putByte(0)
                        .putLong(operand.slice().memory())
                        .putRegion(operand.window())
                        .putInt(operand.elementBytes());
            } else if (argument instanceof LaunchArgument.Value scalar) {
                putScalar(message.putByte(1), scalar.value());
            }
        }
        message.putInt(pieces.size());
        pieces.forEach(message::putPiece);
        return message;
    }

    private static void putScalar(FrameWriter message, Number value) {
        try {
            CapturedValues.put(message, value);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalArgumentException(impossible);
        }
    }
}
