package org.anabranch.mic.sink;

import java.util.HashMap;
import java.util.Map;

/**
 * Puts bundles together that come in pieces. Two threads of the host may send the same one, each
 * from its beginning to its end: their pieces come in between each other, and what comes of the
 * later one when the bundle is whole is dropped. Not safe for several threads.
 */
final class BundleParts {
    private final Map<String, Part> parts = new HashMap<>();

    private static final class Part {
        private final byte[] content;

        /** The number of bytes received from the beginning on. */
        private int come;

        Part(int length) {
            content = new byte[length];
        }
    }

    /**
     * One more piece.
     *
     * @param hash of the bundle
     * @param length of the bundle in bytes
     * @param offset of the piece in it
     * @param piece its bytes
     * @return the bundle if it is whole now, else null
     */
    byte[] add(String hash, int length, int offset, byte[] piece) {
        Part part =
                offset == 0
                        ? parts.computeIfAbsent(hash, any -> new Part(length))
                        : parts.get(hash);
        if (part == null || offset > part.come) {
            return null;
        }
        System.arraycopy(piece, 0, part.content, offset, piece.length);
        part.come = Math.max(part.come, offset + piece.length);
        return part.come == length ? parts.remove(hash).content : null;
    }
}
