package org.anabranch.mic.link;

import jdk.net.ExtendedSocketOptions;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/** A Unix domain socket, between processes of one user on one machine. */
public final class SocketWire implements Wire {
    private final SocketChannel channel;

    /**
     * A connected socket.
     *
     * @param channel in blocking mode, closed with this
     */
    public SocketWire(SocketChannel channel) {
        this.channel = channel;
    }

    /**
     * Connects.
     *
     * @param socket the listening socket's file
     * @return the connection
     * @throws IOException if nobody listens, or the listener belongs to another user
     */
    public static SocketWire connect(Path socket) throws IOException {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            channel.connect(UnixDomainSocketAddress.of(socket));
            checkPeer(channel);
            return new SocketWire(channel);
        } catch (IOException | RuntimeException refused) {
            channel.close();
            throw refused;
        }
    }

    /**
     * Asks the system who is at the other end.
     *
     * @param channel a connected Unix domain socket
     * @throws ProtocolException if it is another user than this process's
     * @throws IOException if the system does not tell
     */
    public static void checkPeer(SocketChannel channel) throws IOException {
        String peer = channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user().getName();
        String self = ProcessHandle.current().info().user().orElse("unknown to the system");
        if (!peer.equals(self)) {
            throw new ProtocolException("the peer is the user " + peer + ", not " + self);
        }
    }

    /**
     * An interrupt that the caller was given before is for later: here it would close the link. One
     * that comes while the channel writes does close it, as channels of the JDK do.
     */
    @Override
    public void write(ByteBuffer... buffers) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            writeAll(buffers);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void writeAll(ByteBuffer... buffers) throws IOException {
        if (buffers.length == 1) {
            while (buffers[0].hasRemaining()) {
                channel.write(buffers[0]);
            }
            return;
        }
        while (buffers[buffers.length - 1].hasRemaining()) {
            channel.write(buffers);
        }
    }

    @Override
    public int read(ByteBuffer buffer) throws IOException {
        return channel.read(buffer);
    }

    @Override
    public boolean sharesMemory() {
        return true;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
