package org.anabranch.mic;

import org.anabranch.api.ProcessorMask;
import org.anabranch.faulty.AllocationFaults;
import org.anabranch.mic.card.CardDomain;
import org.anabranch.mic.link.CardProperties;
import org.anabranch.mic.link.Folders;
import org.anabranch.mic.link.FrameKind;
import org.anabranch.mic.link.FrameWriter;
import org.anabranch.mic.link.Frames;
import org.anabranch.mic.link.Greeting;
import org.anabranch.mic.link.Window;
import org.anabranch.mic.process.Crash;
import org.anabranch.mic.process.SinkGate;
import org.anabranch.mic.process.SinkLink;
import org.anabranch.mic.program.BundleContents;
import org.anabranch.mic.settings.CardConfiguration;
import org.anabranch.mic.sink.TriedCard;
import org.anabranch.spi.DeviceException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/** A card on threads of this process, with classes from a loader of its own. */
final class ThreadCard implements AutoCloseable {
    private static final byte[] TOKEN = new byte[Greeting.TOKEN];
    private static final long WINDOW = 16 << 20;

    final CardDomain device;
    private final CardSlot slot;
    private final ClassLoader loader;
    private Frames frames;

    ThreadCard(Map<String, ?> settings, ClassLoader loader) throws DeviceException {
        this.loader = loader;
        CardConfiguration configuration = CardConfiguration.of(settings);
        this.slot = new CardSlot(0, this::connect, configuration, new BundleContents());
        this.device = slot.open(slot.info().mask());
    }

    /** Classes of a card of which each allocation may fail. */
    static ClassLoader faulty() {
        return new AllocationFaults(
                ThreadCard.class.getClassLoader(),
                name ->
                        name.startsWith("org.anabranch.mic.sink.")
                                || name.startsWith("org.anabranch.mic.link.")
                                || name.startsWith("org.anabranch.spi.support.OrderedLanes"),
                name -> !name.equals(TriedCard.class.getName()));
    }

    CardDomain open(ProcessorMask mask) throws DeviceException {
        return slot.open(mask);
    }

    @SuppressWarnings("unchecked")
    private SinkLink connect(CardProperties properties) throws DeviceException {
        try {
            Path folder = Files.createTempDirectory("card");
            Path socket = folder.resolve("socket");
            BiConsumer<Path, byte[]> card =
                    (BiConsumer<Path, byte[]>)
                            loader.loadClass(TriedCard.class.getName())
                                    .getDeclaredConstructor()
                                    .newInstance();
            try (SinkGate gate = new SinkGate(socket, TOKEN)) {
                Thread process =
                        Thread.ofPlatform().daemon().start(() -> card.accept(socket, TOKEN));
                frames = gate.accept(Duration.ofSeconds(20), process::isAlive);
                Path file = folder.resolve("window");
                Window window = Window.create(file, WINDOW);
                frames.use(window);
                frames.send(
                        properties
                                .put(new FrameWriter(FrameKind.WELCOME))
                                .putText(file.toString())
                                .putLong(WINDOW));
                var unused = Greeting.expect(frames, FrameKind.READY);
                return new ThreadLink(frames, window, process);
            } finally {
                Folders.remove(folder);
            }
        } catch (IOException | ReflectiveOperationException failure) {
            throw new DeviceException("no card", failure);
        }
    }

    /** Ends it as a crash would. */
    void kill() throws IOException {
        frames.close();
        device.close();
    }

    @Override
    public void close() {
        device.close();
    }

    private record ThreadLink(Frames frames, Window window, Thread thread) implements SinkLink {
        @Override
        public String process() {
            return thread.toString();
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
