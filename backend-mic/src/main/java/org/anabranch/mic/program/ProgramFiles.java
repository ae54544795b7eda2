package org.anabranch.mic.program;

import org.anabranch.mic.link.Kind;
import org.anabranch.mic.link.Message;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Classes and resources of plain programs, by the number of their class loader, for kernels that
 * live in no bundle. A loader is not kept alive. For any thread.
 */
public final class ProgramFiles {
    private static final int PIECE = 1 << 19;

    /** For memory to become free, between two attempts. */
    private static final long PAUSE_NANOS = 1_000_000;

    private final Consumer<Message> outbox;
    // guarded by this
    private final Map<ClassLoader, Long> numbers = new WeakHashMap<>();
    private final Map<Long, WeakReference<ClassLoader>> loaders = new HashMap<>();

    public ProgramFiles(Consumer<Message> outbox) {
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

    /** Answers a request, on a thread of its own since files may be slow. */
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
                LockSupport.parkNanos(PAUSE_NANOS);
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
            outbox.accept(head(request, -1, 0).putBytes(new byte[0], 0, 0));
            return;
        }
        int offset = 0;
        do {
            int bytes = Math.min(PIECE, content.length - offset);
            outbox.accept(head(request, content.length, offset).putBytes(content, offset, bytes));
            offset += bytes;
        } while (offset < content.length);
    }

    private static Message head(long request, int total, int offset) {
        return new Message(Kind.FETCHED).putLong(request).putInt(total).putInt(offset);
    }
}
