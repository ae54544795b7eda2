package org.anabranch.mic.process;

import org.anabranch.mic.link.Deadline;
import org.anabranch.mic.link.Frames;
import org.anabranch.mic.link.Greeting;
import org.anabranch.mic.link.Greeting.VersionException;
import org.anabranch.mic.link.SocketWire;
import org.anabranch.spi.support.BackendLog;

import java.io.Closeable;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * The socket to which a card's process connects. A client must be of this user and know the token;
 * others are rejected, and the wait goes on.
 */
public final class SinkGate implements Closeable {
    private static final Duration GREETING = Duration.ofSeconds(2);

    private final ServerSocketChannel server;
    private final byte[] token;

    public SinkGate(Path socket, byte[] token) throws IOException {
        this.token = token.clone();
        this.server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            server.bind(UnixDomainSocketAddress.of(socket));
            server.configureBlocking(false);
        } catch (IOException | RuntimeException refused) {
            server.close();
            throw refused;
        }
    }

    /**
     * Waits for the right client.
     *
     * @param alive true while the process lives
     * @throws VersionException if it is the right one, of another version
     * @throws IOException if no client came
     */
    public Frames accept(Duration patience, BooleanSupplier alive) throws IOException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (alive.getAsBoolean() && System.nanoTime() - deadline < 0) {
            SocketChannel channel = server.accept();
            if (channel == null) {
                pause();
                continue;
            }
            try {
                return greet(channel);
            } catch (VersionException other) {
                channel.close();
                throw other;
            } catch (IOException | RuntimeException stranger) { // of which anything may come
                channel.close();
                BackendLog.say(
                        SinkGate.class,
                        System.Logger.Level.WARNING,
                        "turned away: " + stranger,
                        null);
            }
        }
        throw new IOException(
                alive.getAsBoolean() ? "it did not report in " + patience : "it ended at once");
    }

    private static void pause() throws IOException {
        try {
            TimeUnit.MILLISECONDS.sleep(2);
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", interrupt);
        }
    }

    private Frames greet(SocketChannel channel) throws IOException {
        SocketWire.checkPeer(channel);
        Frames frames = new Frames(new SocketWire(channel));
        try {
            Deadline.within(
                    GREETING,
                    frames,
                    () -> {
                        Greeting.check(frames, token);
                        return frames;
                    });
            return frames;
        } catch (IOException | RuntimeException stranger) {
            frames.close();
            throw stranger;
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
