package org.anabranch.mic.link;

import org.anabranch.api.Piece;
import org.anabranch.api.Region;

import java.nio.ByteBuffer;

/** A reader of the fields that {@link FrameWriter} has written. */
public final class Fields {
    private Fields() {}

    /**
     * Reads a region.
     *
     * @param body positioned there
     */
    public static Region region(ByteBuffer body) {
        return new Region(
                body.getLong(),
                body.getLong(),
                body.getLong(),
                body.getLong(),
                body.getLong(),
                body.getLong());
    }

    /**
     * Reads a piece.
     *
     * @param body positioned there
     */
    public static Piece piece(ByteBuffer body) {
        return new Piece(
                body.getInt(),
                body.getLong(),
                body.getLong(),
                body.getLong(),
                body.getLong(),
                body.getLong(),
                body.getLong(),
                body.getLong(),
                body.getLong(),
                body.getLong());
    }
}
