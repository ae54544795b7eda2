package org.anabranch.mic.bench;

import org.anabranch.mic.link.Window;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Another process with memory of its own, a window that both map, and a socket between them: what
 * can be had without a card. It sends messages of 64 bytes back, and copies between the window and
 * its memory.
 */
public final class BareProcess implements Closeable {
    static final int MOST = 64 << 20;

    private static final long WINDOW = 16 << 20;
    private static final int BYTES = 64;
    private static final int TRIP = 0;
    private static final int WRITE = 1;
    private static final int WRITE_QUIETLY = 2;
    private static final int READ = 3;

    private final Path folder = Files.createTempDirectory("bare");
    private final Path file = Files.createTempFile(Path.of("/dev/shm"), "bare", "");
    private final Window window;
    private final Process process;
    private final SocketChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BYTES);
    private long written; // pieces

    BareProcess() throws IOException {
        Files.delete(file);
        window = Window.create(file, WINDOW);
        Path socket = folder.resolve("socket");
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(socket));
            process =
                    new ProcessBuilder(
                                    Path.of(System.getProperty("java.home"), "bin", "java")
                                            .toString(),
                                    "-cp",
                                    System.getProperty("java.class.path"),
                                    BareProcess.class.getName(),
                                    socket.toString(),
                                    file.toString())
                            .inheritIO()
                            .start();
            channel = server.accept();
        }
    }

    MemorySegment window() {
        return window.memory();
    }

    /** One round trip. */
    void trip() throws IOException {
        send(TRIP, 0, 0, 0);
        receive();
    }

    /** Copies to the other process in pieces, with so many slots in use; back when all is there. */
    void write(MemorySegment host, long piece, int slots) throws IOException {
        long taken = written;
        long bytes = host.byteSize();
        for (long from = 0; from < bytes; from += piece) {
            if (written - taken >= slots) {
                taken = receive();
            }
            long length = Math.min(piece, bytes - from);
            long slot = written++ % slots * piece;
            MemorySegment.copy(host, from, window(), slot, length);
            boolean tell = from + length == bytes || written % (slots / 2) == 0;
            send(tell ? WRITE : WRITE_QUIETLY, slot, from, length);
        }
        while (taken < written) {
            taken = receive();
        }
    }

    /** Copies from the other process in pieces, with so many slots in use. */
    void read(MemorySegment host, long piece, int slots) throws IOException {
        long bytes = host.byteSize();
        long asked = 0;
        for (long from = 0; from < bytes; from += piece) {
            for (; asked < bytes && asked < from + slots * piece; asked += piece) {
                long slot = asked / piece % slots * piece;
                send(READ, slot, asked, Math.min(piece, bytes - asked));
            }
            receive();
            long slot = from / piece % slots * piece;
            MemorySegment.copy(window(), slot, host, from, Math.min(piece, bytes - from));
        }
    }

    private void send(int what, long slot, long from, long bytes) throws IOException {
        buffer.clear().putInt(0, what).putLong(8, slot).putLong(16, from).putLong(24, bytes);
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
    }

    private long receive() throws IOException {
        buffer.clear();
        while (buffer.hasRemaining()) {
            if (channel.read(buffer) < 0) {
                throw new IOException("the other process has ended");
            }
        }
        return buffer.getLong(32);
    }

    @Override
    public void close() throws IOException {
        channel.close();
        process.destroy();
        window.close();
        Files.delete(file);
        Files.deleteIfExists(folder.resolve("socket"));
        Files.delete(folder);
    }

    /**
     * The other process.
     *
     * @param arguments the socket, the window
     * @throws IOException if it breaks
     */
    public static void main(String[] arguments) throws IOException {
        var socket = UnixDomainSocketAddress.of(arguments[0]);
        try (SocketChannel wire = SocketChannel.open(socket);
                Window window = Window.map(Path.of(arguments[1]), WINDOW);
                Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(MOST, 4096).fill((byte) 1);
            ByteBuffer buffer = ByteBuffer.allocateDirect(BYTES);
            long taken = 0;
            while (wire.read(buffer) >= 0) {
                if (buffer.hasRemaining()) {
                    continue;
                }
                int what = buffer.getInt(0);
                long slot = buffer.getLong(8);
                long from = buffer.getLong(16);
                long bytes = buffer.getLong(24);
                if (what == READ) {
                    MemorySegment.copy(memory, from, window.memory(), slot, bytes);
                } else if (what != TRIP) {
                    MemorySegment.copy(window.memory(), slot, memory, from, bytes);
                }
                taken += what == WRITE || what == WRITE_QUIETLY ? 1 : 0;
                buffer.putLong(32, taken).flip();
                while (what != WRITE_QUIETLY && buffer.hasRemaining()) {
                    wire.write(buffer);
                }
                buffer.clear();
            }
        }
    }
}
