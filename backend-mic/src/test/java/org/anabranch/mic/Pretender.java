package org.anabranch.mic;

import org.anabranch.mic.card.CardDomain;
import org.anabranch.mic.card.PendingOperation;
import org.anabranch.mic.link.CardProperties;
import org.anabranch.mic.link.Folders;
import org.anabranch.mic.link.FrameKind;
import org.anabranch.mic.link.FrameWriter;
import org.anabranch.mic.link.Frames;
import org.anabranch.mic.link.Greeting;
import org.anabranch.mic.link.Received;
import org.anabranch.mic.link.SocketWire;
import org.anabranch.mic.link.Window;
import org.anabranch.mic.process.Crash;
import org.anabranch.mic.process.SinkGate;
import org.anabranch.mic.process.SinkLink;
import org.anabranch.mic.program.BundleContents;
import org.anabranch.mic.settings.CardConfiguration;
import org.anabranch.spi.Completion;
import org.anabranch.spi.DeviceException;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.FutureTask;

/** A card that is greeted as it should be, and then does as the test likes. */
final class Pretender implements AutoCloseable {
    private static final byte[] TOKEN = new byte[Greeting.TOKEN];

    final CardSlot slot;
    final CardDomain device;
    SocketChannel channel;
    private Frames frames;

    Pretender() throws Exception {
        this(Map.of("beat", 60_000L, "patience", 120_000L, "closeDeadline", 5000L));
    }

    Pretender(Map<String, ?> settings) throws Exception {
        CardConfiguration configuration = CardConfiguration.of(settings);
        this.slot = new CardSlot(0, this::connect, configuration, new BundleContents());
        this.device = slot.open(slot.info().mask());
    }

    private SinkLink connect(CardProperties card) throws DeviceException {
        try {
            Path folder = Files.createTempDirectory("gate");
            try (SinkGate gate = new SinkGate(folder.resolve("socket"), TOKEN)) {
                FutureTask<Void> greeting = new FutureTask<>(() -> greet(folder));
                Thread.ofPlatform().daemon().start(greeting);
                Frames host = gate.accept(Duration.ofSeconds(20), () -> true);
                greeting.get();
                return new PretendedLink(host, Window.alone(16 << 20));
            } finally {
                Folders.remove(folder);
            }
        } catch (Exception failure) {
            throw new DeviceException("no gate", failure);
        }
    }

    private Void greet(Path folder) throws IOException {
        channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        channel.connect(UnixDomainSocketAddress.of(folder.resolve("socket")));
        frames = new Frames(new SocketWire(channel));
        Greeting.hello(frames, Frames.VERSION, TOKEN);
        return null;
    }

    /** An operation of no kind; returns its number. */
    long submit(Completion told) {
        long[] given = new long[1];
        device.operations()
                .submit(
                        told,
                        (number, operation) -> {
                            given[0] = number;
                            device.card()
                                    .submit(
                                            number,
                                            new PendingOperation(null, operation),
                                            new FrameWriter(FrameKind.BEAT));
                        });
        return given[0];
    }

    /** The next frame of a kind; others are passed over. */
    Received await(FrameKind kind) throws IOException {
        Received frame = frames.receive();
        while (frame.kind() != kind) {
            frame = frames.receive();
        }
        return frame;
    }

    void say(FrameWriter message) throws IOException {
        frames.send(message);
    }

    @Override
    public void close() throws IOException {
        channel.close();
        device.close();
    }

    private record PretendedLink(Frames frames, Window window) implements SinkLink {
        @Override
        public String process() {
            return "pretended";
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
        public void kill() {}

        @Override
        public void end() {}
    }
}
