package org.anabranch.mic.card;

import org.anabranch.api.Kernel;
import org.anabranch.mic.link.FrameKind;
import org.anabranch.mic.link.FrameWriter;
import org.anabranch.mic.link.Received;
import org.anabranch.mic.program.BundleContents.Content;
import org.anabranch.mic.program.KernelFrame;
import org.anabranch.spi.DeviceException;

import java.util.ArrayList;
import java.util.List;

/**
 * The transfer of a kernel to a card: sends it, and first the bundles with its code that the card
 * says it lacks.
 */
final class KernelUpload {
    /** Bytes of a bundle in one frame. */
    private static final int PIECE = 1 << 19;

    private static final int MOST_TRIES = 16; // other kernels may change bundles in between

    private KernelUpload() {}

    /** {@return the handle of the kernel, for a domain of the card} */
    static long of(Card card, int domain, Kernel kernel) throws DeviceException {
        long handle = card.number();
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            KernelFrame frame = new KernelFrame(card.id(), card.files(), card.bundles(), kernel);
            List<String> lacking =
                    card.ask(
                            request ->
                                    frame.put(
                                            new FrameWriter(FrameKind.LOAD)
                                                    .putLong(request)
                                                    .putInt(domain)
                                                    .putLong(handle)),
                            KernelUpload::lacking);
            if (lacking == null) {
                return handle;
            }
            for (String hash : lacking) {
                sendBundle(card, frame.bundles(), hash);
            }
        }
        throw new DeviceException(
                "%s still lacks bundles of kernel %s that it was sent"
                        .formatted(card.id(), kernel.name()));
    }

    /** Hashes of what the card must be sent first, or null if it has made the kernel. */
    private static List<String> lacking(Received answer) {
        if (answer.kind() == FrameKind.DONE) {
            return null;
        }
        List<String> hashes = new ArrayList<>();
        for (int count = answer.count(1); count > 0; count--) {
            hashes.add(answer.text());
        }
        return hashes;
    }

    private static void sendBundle(Card card, List<Content> bundles, String hash)
            throws DeviceException {
        Content bundle =
                bundles.stream()
                        .filter(one -> one.hash().equals(hash))
                        .findFirst()
                        .orElseThrow(
                                () -> new DeviceException(card.id() + " wants an unknown bundle"));
        byte[] jar = bundle.jar();
        for (int offset = 0; offset < jar.length; offset += PIECE) {
            int bytes = Math.min(PIECE, jar.length - offset);
            card.send(
                    new FrameWriter(FrameKind.BUNDLE)
                            .putText(hash)
                            .putInt(jar.length)
                            .putInt(offset)
                            .putBytes(jar, offset, bytes));
        }
    }
}
