package org.anabranch.mic.bench;

import java.io.Closeable;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/** Another process that sends 64 bytes back: the bare round trip of a socket. */
public final class Echo implements Closeable {
    private static final int BYTES = 64;

    private final Path folder = Files.createTempDirectory("echo");
    private final Process process;
    private final SocketChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BYTES);

    Echo() throws IOException {
        Path socket = folder.resolve("socket");
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(socket));
            process =
                    new ProcessBuilder(
                                    Path.of(System.getProperty("java.home"), "bin", "java")
                                            .toString(),
                                    "-cp",
                                    System.getProperty("java.class.path"),
                                    Echo.class.getName(),
                                    socket.toString())
                            .inheritIO()
                            .start();
            channel = server.accept();
        }
    }

    /** One round trip. */
    void trip() throws IOException {
        buffer.clear();
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
        buffer.clear();
        while (buffer.hasRemaining()) {
            if (channel.read(buffer) < 0) {
                throw new IOException("the other process has ended");
            }
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
        process.destroy();
        Files.deleteIfExists(folder.resolve("socket"));
        Files.delete(folder);
    }

    /**
     * The other process.
     *
     * @param arguments the socket
     * @throws IOException if it breaks
     */
    public static void main(String[] arguments) throws IOException {
        var socket = UnixDomainSocketAddress.of(arguments[0]);
        try (SocketChannel wire = SocketChannel.open(socket)) {
            ByteBuffer buffer = ByteBuffer.allocateDirect(BYTES);
            while (wire.read(buffer) >= 0) {
                if (!buffer.hasRemaining()) {
                    buffer.flip();
                    while (buffer.hasRemaining()) {
                        wire.write(buffer);
                    }
                    buffer.clear();
                }
            }
        }
    }
}
