package org.anabranch.mic.link;

import java.io.IOException;
import java.lang.reflect.Method;
import java.net.SocketOption;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;

/**
 * A Unix domain socket, between processes of one user on one machine. It does not block, since a
 * channel that does is closed by an interrupt of the thread that uses it.
 */
public final class SocketWire implements Wire {
    private final SocketChannel channel;
    private final Readiness data;
    private final Readiness room;
    // of the reading thread
    private final ShortWait shortWait = new ShortWait();
    private int bytes;

    /**
     * A connected socket.
     *
     * @param channel closed with this
     * @throws IOException if it is closed
     */
    public SocketWire(SocketChannel channel) throws IOException {
        this.channel = channel;
        channel.configureBlocking(false);
        this.data = new Readiness(channel, SelectionKey.OP_READ);
        this.room = new Readiness(channel, SelectionKey.OP_WRITE);
    }

    /**
     * Connects.
     *
     * @param socket the listening socket's file
     * @throws IOException if there is no listener, or it belongs to another user
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
        String peer = peer(channel).getName();
        String self = ProcessHandle.current().info().user().orElse("unknown to the system");
        if (!peer.equals(self)) {
            throw new ProtocolException("the peer is the user " + peer + ", not " + self);
        }
    }

    /** Finds the option by name, since few frameworks export the package {@code jdk.net}. */
    private static UserPrincipal peer(SocketChannel channel) throws IOException {
        for (SocketOption<?> option : channel.supportedOptions()) {
            if (option.name().equals("SO_PEERCRED")) {
                Object credentials = channel.getOption(option);
                try {
                    Method user = option.type().getMethod("user");
                    return (UserPrincipal) user.invoke(credentials);
                } catch (ReflectiveOperationException other) {
                    throw new IOException("the system does not tell who the peer is", other);
                }
            }
        }
        throw new IOException("the system does not tell who the peer is");
    }

    @Override
    public void write(ByteBuffer... buffers) throws IOException {
        ByteBuffer last = buffers[buffers.length - 1];
        while (last.hasRemaining()) {
            long written = buffers.length == 1 ? channel.write(last) : channel.write(buffers);
            if (written == 0) {
                room.await();
            }
        }
    }

    @Override
    public int read(ByteBuffer buffer) throws IOException {
        shortWait.await(() -> reads(buffer), data::await);
        return bytes;
    }

    private boolean reads(ByteBuffer buffer) throws IOException {
        bytes = channel.read(buffer);
        return bytes != 0;
    }

    @Override
    public boolean sharesMemory() {
        return true;
    }

    @Override
    public void close() throws IOException {
        channel.close();
        data.close();
        room.close();
    }
}
