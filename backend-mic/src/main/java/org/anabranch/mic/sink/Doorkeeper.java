package org.anabranch.mic.sink;

import org.anabranch.mic.link.Deadline;
import org.anabranch.mic.link.FrameKind;
import org.anabranch.mic.link.Frames;
import org.anabranch.mic.link.Greeting;
import org.anabranch.mic.link.Received;
import org.anabranch.mic.link.TlsWire;
import org.anabranch.spi.support.BackendLog;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

/**
 * The acceptor of hosts: lets the first one in whose certificate is trusted and who greets. All
 * clients are greeted concurrently, so that a silent one blocks no other; of too many, the one that
 * has been silent for longest is dropped.
 */
final class Doorkeeper {
    private static final Duration GREETING = Duration.ofSeconds(5);
    private static final int MOST = 64;

    /** An accepted host, and its description of the card. */
    record Host(Frames frames, Received welcome) {}

    private final SSLServerSocket server;
    private final CompletableFuture<Host> first = new CompletableFuture<>();
    private final Deque<SSLSocket> silent = new ArrayDeque<>(); // guarded by itself

    Doorkeeper(SSLServerSocket server) {
        this.server = server;
    }

    /** Closes the door behind it. */
    Host first() throws IOException {
        var unused =
                first.whenComplete((host, broken) -> close(server)); // which ends the wait below
        while (!first.isDone()) {
            try {
                greet((SSLSocket) server.accept());
            } catch (IOException closed) {
                if (!first.isDone()) {
                    throw closed;
                }
            }
        }
        Host host = first.join();
        List<SSLSocket> late;
        synchronized (silent) {
            late = List.copyOf(silent);
        }
        late.forEach(Doorkeeper::close);
        return host;
    }

    private void greet(SSLSocket socket) {
        SSLSocket oldest = null;
        synchronized (silent) {
            silent.add(socket);
            if (silent.size() > MOST) {
                oldest = silent.remove();
            }
        }
        if (oldest != null) {
            close(oldest);
        }
        Thread.ofPlatform().daemon().name("greeting").start(() -> answer(socket));
    }

    private void answer(SSLSocket socket) {
        try {
            Host host = Deadline.within(GREETING, socket, () -> talk(socket));
            synchronized (silent) {
                silent.remove(socket);
            }
            if (!first.complete(host)) {
                close(socket);
            }
        } catch (IOException | RuntimeException | Error stranger) {
            synchronized (silent) {
                silent.remove(socket);
            }
            close(socket);
            BackendLog.say(Doorkeeper.class, Level.WARNING, "turned away: " + stranger, null);
        }
    }

    private static Host talk(SSLSocket socket) throws IOException {
        Frames frames = new Frames(new TlsWire(socket));
        Greeting.hello(frames, Frames.VERSION, new byte[Greeting.TOKEN]);
        return new Host(frames, Greeting.expect(frames, FrameKind.WELCOME));
    }

    private static void close(AutoCloseable connection) {
        try {
            connection.close();
        } catch (Exception closed) {
            BackendLog.say(Doorkeeper.class, Level.DEBUG, "closing", closed);
        }
    }
}
