package org.anabranch.mic.process;

import org.anabranch.mic.link.CardProperties;
import org.anabranch.mic.link.Deadline;
import org.anabranch.mic.link.FrameKind;
import org.anabranch.mic.link.FrameWriter;
import org.anabranch.mic.link.Frames;
import org.anabranch.mic.link.Greeting;
import org.anabranch.mic.link.TlsWire;
import org.anabranch.mic.link.Window;
import org.anabranch.mic.settings.MicSettings;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.support.BackendLog;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

import javax.net.ssl.SSLSocket;

/**
 * A card that listens on another machine. The certificates of both sides take the place of the
 * token and of the folder; only what is configured is ever connected to.
 */
public record RemoteSink(MicSettings settings) implements SinkPlace {

    @Override
    public SinkLink connect(CardProperties card) throws DeviceException {
        SSLSocket socket = null;
        try {
            socket =
                    (SSLSocket)
                            TlsWire.context(
                                            Path.of(settings.keyStore()),
                                            Path.of(settings.trustStore()),
                                            Path.of(settings.passwordFile()))
                                    .getSocketFactory()
                                    .createSocket();
            socket.connect(address(settings.remote()), (int) settings.startDeadline());
            SSLSocket connected = socket;
            return Deadline.within(
                    Duration.ofMillis(settings.startDeadline()),
                    socket,
                    () -> greet(card, connected));
        } catch (IOException | RuntimeException cause) {
            close(socket);
            throw new DeviceException(
                    card.id() + " at " + settings.remote() + " cannot be used: " + cause, cause);
        }
    }

    private SinkLink greet(CardProperties card, SSLSocket socket) throws IOException {
        Frames frames = new Frames(new TlsWire(socket));
        Greeting.check(frames, new byte[Greeting.TOKEN]);
        Window window = Window.alone(settings.window());
        frames.use(window);
        FrameWriter welcome = card.put(new FrameWriter(FrameKind.WELCOME));
        frames.send(welcome.putText("").putLong(settings.window()));
        Greeting.expect(frames, FrameKind.READY);
        return new Remote(settings.remote(), frames, window);
    }

    private static InetSocketAddress address(String remote) throws IOException {
        int colon = remote.lastIndexOf(':');
        if (colon < 1 || !remote.substring(colon + 1).matches("\\d{1,5}")) {
            throw new IOException("it must be given as host:port");
        }
        return new InetSocketAddress(
                remote.substring(0, colon), Integer.parseInt(remote.substring(colon + 1)));
    }

    private static void close(AutoCloseable connection) {
        try {
            if (connection != null) {
                connection.close();
            }
        } catch (Exception closed) {
            BackendLog.say(RemoteSink.class, Level.DEBUG, "closing", closed);
        }
    }

    /** The process over there ends by itself when the connection does. */
    private record Remote(String address, Frames frames, Window window) implements SinkLink {
        @Override
        public String process() {
            return "a process at " + address;
        }

        @Override
        public void onEnd(Runnable action) {}

        @Override
        public String lastWords() {
            return "";
        }

        @Override
        public Optional<Crash> crash() {
            return Optional.empty();
        }

        @Override
        public void kill() {
            close(frames);
        }

        @Override
        public void end() {
            close(frames);
        }
    }
}
