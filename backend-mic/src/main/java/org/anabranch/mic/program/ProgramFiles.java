package org.anabranch.mic.program;

import org.anabranch.mic.link.FrameKind;
import org.anabranch.mic.link.FrameWriter;
import org.anabranch.mic.link.Scarcity;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Consumer;

/**
 * Classes and resources of plain programs, by the number of their class loader, for kernels that
 * live in no bundle. A loader is not kept alive. For any thread.
 */
public final class ProgramFiles {
    private static final int PIECE = 1 << 19;
    private static final byte[] NONE = new byte[0];

    private final Consumer<FrameWriter> outbox;
    // guarded by this
    private final Map<ClassLoader, Long> numbers = new WeakHashMap<>();
    private final Map<Long, WeakReference<ClassLoader>> loaders = new HashMap<>();

    public ProgramFiles(Consumer<FrameWriter> outbox) {
        this.outbox = outbox;
    }

    public synchronized long number(ClassLoader loader) {
        return numbers.computeIfAbsent(
                loader,
                fresh -> {
                    long number = loaders.size() + 1L;
                    loaders.put(number, new WeakReference<>(fresh));
                    return number;
                });
    }

    private synchronized ClassLoader loader(long number) {
        WeakReference<ClassLoader> loader = loaders.get(number);
        return loader == null ? null : loader.get();
    }

    /**
     * Answers a request, on a thread of its own since files may be slow.
     *
     * @throws OutOfMemoryError if there is no memory for the thread
     */
    public void send(long request, long loader, String name) {
        Thread.ofPlatform()
                .daemon()
                .name("anabranch-mic-files")
                .start(() -> sendPieces(request, readInMemory(loader, name)));
    }

    /** When there is memory for it: what is said not to be there is never asked for again. */
    private byte[] readInMemory(long loader, String name) {
        while (true) {
            try {
                return read(loader(loader), name);
            } catch (OutOfMemoryError full) {
                Scarcity.pause();
            }
        }
    }

    private static byte[] read(ClassLoader loader, String name) {
        if (loader == null) {
            return null;
        }
        try (InputStream file = loader.getResourceAsStream(name)) {
            return file == null ? null : file.readAllBytes();
        } catch (OutOfMemoryError full) {
            throw full;
        } catch (IOException | RuntimeException | Error unreadable) { // a loader may be anything
            return null;
        }
    }

    private void sendPieces(long request, byte[] content) {
        if (content == null) {
            outbox.accept(piece(request, -1, NONE, 0));
            return;
        }
        int offset = 0;
        do {
            outbox.accept(piece(request, content.length, content, offset));
            offset += PIECE;
        } while (offset < content.length);
    }

    private static FrameWriter piece(long request, int total, byte[] content, int offset) {
        int bytes = Math.min(PIECE, content.length - offset);
        while (true) {
            try {
                return new FrameWriter(FrameKind.FETCHED)
                        .putLong(request)
                        .putInt(total)
                        .putInt(offset)
                        .putBytes(content, offset, bytes);
            } catch (OutOfMemoryError full) {
                Scarcity.pause();
            }
        }
    }
}
