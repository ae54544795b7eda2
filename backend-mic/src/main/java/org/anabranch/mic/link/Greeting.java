package org.anabranch.mic.link;

import java.io.IOException;
import java.security.MessageDigest;

/** The first frames: who is there, and whether both speak the same version. */
public final class Greeting {
    /** Bytes of a token. */
    public static final int TOKEN = 32;

    private static final long MAGIC = 0x4843_4e41_5242_4e41L; // "ANBRANCH"

    private Greeting() {}

    /**
     * The card says who it is.
     *
     * @param version of the protocol
     * @param token as received on standard input
     * @throws IOException if the link is broken
     */
    public static void hello(Frames frames, int version, byte[] token) throws IOException {
        frames.send(
                new FrameWriter(FrameKind.HELLO)
                        .putLong(MAGIC)
                        .putInt(version)
                        .putBytes(token, 0, token.length));
    }

    /**
     * The host checks who it is: first the token, then the version. Refuses in words.
     *
     * @param token that was given to the card
     * @throws ProtocolException if it is not the card, or of another version
     * @throws IOException if the link is broken
     */
    public static void check(Frames frames, byte[] token) throws IOException {
        Received hello = frames.receive();
        if (hello.kind() != FrameKind.HELLO
                || hello.body().remaining() != 16 + TOKEN
                || hello.body().getLong() != MAGIC) {
            throw new ProtocolException("no greeting, but " + hello.kind());
        }
        int version = hello.body().getInt();
        if (!MessageDigest.isEqual(token, hello.bytes())) {
            refuse(frames, "the token is wrong");
        }
        if (version != Frames.VERSION) {
            throw new VersionException(
                    refusal(frames, "version " + version + ", not " + Frames.VERSION));
        }
    }

    /** The card is the right one, but of another version. */
    public static final class VersionException extends IOException {
        private static final long serialVersionUID = 1;

        VersionException(String message) {
            super(message);
        }
    }

    private static void refuse(Frames frames, String reason) throws IOException {
        throw new ProtocolException(refusal(frames, reason));
    }

    private static String refusal(Frames frames, String reason) throws IOException {
        frames.send(new FrameWriter(FrameKind.REFUSED).putText(reason));
        return reason;
    }

    /**
     * Receives a frame of an expected kind.
     *
     * @throws ProtocolException if another frame comes
     * @throws IOException if the link is broken
     */
    public static Received expect(Frames frames, FrameKind kind) throws IOException {
        Received frame = frames.receive();
        if (frame.kind() == FrameKind.REFUSED) {
            throw new ProtocolException("refused: " + frame.text());
        }
        if (frame.kind() != kind) {
            throw new ProtocolException("expected " + kind + ", not " + frame.kind());
        }
        return frame;
    }
}
