package org.anabranch.mic.sink;

import org.anabranch.api.MemoryKind;
import org.anabranch.mic.link.CardProperties;
import org.anabranch.mic.link.FrameKind;
import org.anabranch.mic.link.FrameWriter;
import org.anabranch.mic.link.Frames;
import org.anabranch.mic.link.ProtocolException;
import org.anabranch.mic.link.Pulse;
import org.anabranch.mic.link.Received;
import org.anabranch.mic.link.Window;
import org.anabranch.spi.support.BackendLog;
import org.anabranch.spi.support.ForeignThrowables;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * The card: receives what the host says, and lets others do it, but for small copies and short
 * kernels. The receiving thread never waits, so that the host can always send.
 */
final class SinkCard {
    private static final String NOT_LOADED = "a kernel or bundle was not loaded".intern();

    final CardProperties properties;
    final Shortage shortage = new Shortage();
    final Replies replies;
    final Window window;
    final CardMemory memory;
    final KernelStore kernels;
    final CopyEngine toCard;
    final CopyEngine fromCard;
    final CopyEngine within;
    final Reception reception = new Reception(this::receive);
    final Map<Long, SinkTransfer> transfers = new ConcurrentHashMap<>();

    private final Frames frames;
    private final ErrandThread loading;
    private final Pulse pulse;
    private final Fetches fetches = new Fetches();
    private volatile long heard = System.nanoTime();
    private volatile Throwable fatal;
    // of the receiving thread
    private final Map<Integer, LogicalDomain> domains = new HashMap<>();
    // of the loading thread
    private final BundleParts bundleParts = new BundleParts();

    SinkCard(CardProperties properties, Frames frames, Window window, Path folder) {
        this.properties = properties;
        this.frames = frames;
        this.window = window;
        this.replies = new Replies(properties.id(), frames, shortage, this::giveUp);
        this.memory = new CardMemory(properties.pooled());
        this.kernels = new KernelStore(folder, this::fetch);
        this.toCard = new CopyEngine(properties, "in", this::giveUp);
        this.fromCard = new CopyEngine(properties, "out", this::giveUp);
        this.within = new CopyEngine(properties, "within", this::giveUp);
        this.loading = new ErrandThread(properties.id() + "-loading", this::notLoaded);
        this.pulse =
                new Pulse(
                        properties.id() + "-pulse",
                        TimeUnit.MILLISECONDS.toNanos(properties.beatMillis()),
                        this::beat);
    }

    /**
     * Serves until the host says good-bye or is gone.
     *
     * @throws IOException if the link breaks, the host does not keep the protocol, or the card
     *     cannot go on
     */
    void serve() throws IOException {
        List<CopyEngine> engines = List.of(toCard, fromCard, within);
        Rehearsal.of(shortage, replies, engines);
        replies.send(new FrameWriter(FrameKind.READY));
        pulse.start();
        Throwable cause;
        try {
            cause = reception.serve(properties.id());
        } finally {
            pulse.stop();
            replies.close();
            engines.forEach(CopyEngine::stop);
            loading.stop();
            domains.values().forEach(domain -> domain.workers.stop());
        }
        if (cause == null) {
            return;
        }
        Throwable first = fatal;
        if (first != null || cause instanceof Error) {
            Throwable why = first == null ? cause : first;
            throw new IOException("the card cannot go on: " + ForeignThrowables.text(why), why);
        }
        if (cause instanceof RuntimeException) {
            throw new ProtocolException("a frame that makes no sense: " + cause);
        }
        if (cause instanceof IOException broken) {
            throw broken;
        }
    }

    /**
     * Ends the card after a fault that no operation is to blame for: the host sees the end of the
     * link, and fails all that is outstanding. Throws nothing.
     */
    void giveUp(Throwable why) {
        fatal = fatal == null ? why : fatal;
        boolean waits = false;
        while (true) {
            try {
                frames.close();
                break;
            } catch (OutOfMemoryError full) {
                waits = shortage.pause(waits);
            } catch (Throwable closed) {
                break; // as good as closed: there are no more signs of life either
            }
        }
        shortage.over(waits);
    }

    /** Later uses of a kernel that was not loaded fail by themselves. */
    private void notLoaded(Throwable why) {
        BackendLog.say(SinkCard.class, Level.WARNING, NOT_LOADED, why);
    }

    private boolean receive() throws IOException {
        Received frame = frames.receive();
        if (frame.kind() == FrameKind.BYE) {
            return false;
        }
        heard = System.nanoTime();
        replies.confirmed(frame.confirmed());
        dispatchInMemory(frame);
        return true;
    }

    /** Each step may be made again, after one for which there was no memory. */
    private void dispatchInMemory(Received frame) throws IOException {
        boolean waits = false;
        int begin = frame.body().position();
        while (true) {
            try {
                dispatch(frame);
                break;
            } catch (OutOfMemoryError full) {
                frame.body().position(begin);
                waits = shortage.pause(waits);
            }
        }
        shortage.over(waits);
    }

    /** A sign of life. A host elsewhere that gives none is given up; one here closes the link. */
    private void beat() {
        long silent = System.nanoTime() - heard;
        if (!frames.sharesMemory()
                && silent > TimeUnit.MILLISECONDS.toNanos(properties.patienceMillis())) {
            try {
                frames.close();
            } catch (IOException closed) {
                return;
            }
        }
        if (fatal == null && !frames.isStarved() && !shortage.isAcute()) {
            replies.send(new FrameWriter(FrameKind.BEAT));
        }
    }

    /** The host measures by how much the clocks differ. */
    private void answer(ByteBuffer beat) {
        if (beat.remaining() >= Long.BYTES) {
            long asked = beat.getLong();
            replies.send(new FrameWriter(FrameKind.BEAT).putLong(asked).putLong(System.nanoTime()));
        }
    }

    private void dispatch(Received frame) throws IOException {
        var body = frame.body();
        switch (frame.kind()) {
            case BEAT -> answer(body);
            case OPEN ->
                    domains.put(
                            body.getInt(),
                            new LogicalDomain(
                                    this,
                                    Arrays.stream(frame.longs())
                                            .mapToInt(Math::toIntExact)
                                            .toArray()));
            case CLOSE -> close(body.getInt());
            case ALLOCATE -> allocate(body.getInt(), body);
            case RELEASE -> release(body.get() != 0, body.getLong());
            case CHUNK, FILL -> piece(frame);
            case FETCHED -> fetches.fetched(frame);
            case BUNDLE -> later(() -> kernels.receive(bundleParts, frame));
            case LOAD -> later(() -> load(frame));
            case OFFER -> domain(body.getInt()).offer(frame);
            case STEAL -> steal(body.getLong(), domain(body.getInt()));
            default -> operation(frame.kind(), body.getLong(), domain(body.getInt()), frame);
        }
    }

    private void operation(FrameKind kind, long number, LogicalDomain domain, Received frame)
            throws ProtocolException {
        switch (kind) {
            case WRITE -> domain.transfer(number, true, frame);
            case READ -> domain.transfer(number, false, frame);
            case COPY -> domain.copy(number, frame);
            case RUN -> domain.run(number, frame);
            default -> throw new ProtocolException(kind + " is not for a card");
        }
    }

    private LogicalDomain domain(int number) throws ProtocolException {
        LogicalDomain domain = domains.get(number);
        if (domain == null) {
            throw new ProtocolException("there is no domain " + number);
        }
        return domain;
    }

    /** Submits an action to the loading thread. */
    private void later(Runnable what) {
        loading.put(
                new Errand() {
                    @Override
                    void run() {
                        what.run();
                    }
                });
    }

    /** Last, it is no longer known. */
    private void close(int number) throws ProtocolException {
        domain(number).workers.stop();
        memory.releaseAll(number);
        later(() -> kernels.releaseAll(number));
        domains.remove(number);
    }

    private void allocate(int number, ByteBuffer body) {
        LogicalDomain domain = domains.get(number); // null if it has just been closed
        memory.allocate(
                number,
                body.getLong(),
                body.getLong(),
                MemoryKind.values()[body.get()],
                domain == null ? 0 : domain.workers.nodes());
    }

    private void release(boolean kernel, long handle) {
        if (kernel) {
            later(() -> kernels.release(handle));
        } else {
            memory.release(handle);
        }
    }

    private void piece(Received frame) {
        var body = frame.body();
        SinkTransfer transfer = transfers.get(body.getLong());
        if (transfer == null) {
            return; // it has ended, which says that its slots are free
        }
        long slot = body.getLong();
        long from = body.getLong();
        int bytes = body.getInt();
        boolean tell = frame.kind() == FrameKind.FILL || body.get() != 0;
        transfer.piece(slot, from, bytes, tell);
    }

    /** Everything that takes memory is made before a part is stolen. */
    private void steal(long request, LogicalDomain domain) {
        Stolen stolen = new Stolen(request);
        stolen.part = domain.workers.steal();
        toCard.submit(stolen);
    }

    private final class Stolen extends Errand implements Replies.Reply {
        private final long request;
        private long part;

        Stolen(long request) {
            this.request = request;
        }

        @Override
        void run() {
            replies.reply(this);
        }

        @Override
        public FrameWriter message() {
            return new FrameWriter(FrameKind.STOLEN).putLong(request).putLong(part);
        }
    }

    private void load(Received frame) {
        long request = frame.body().getLong();
        int domain = frame.body().getInt();
        long handle = frame.body().getLong();
        try {
            var lacking = kernels.load(domain, handle, frame);
            if (lacking.isEmpty()) {
                replies.reply(FrameKind.DONE, request);
                return;
            }
            FrameWriter lacks =
                    new FrameWriter(FrameKind.LACKS).putLong(request).putInt(lacking.size());
            lacking.forEach(lacks::putText);
            replies.send(lacks);
        } catch (Throwable failure) {
            replies.failed(request, failure);
        }
    }

    /** Asks the host for a file of the program; for any thread that loads classes. */
    private byte[] fetch(long loader, String name) {
        Fetches.Fetch fetch = fetches.begin();
        replies.send(
                new FrameWriter(FrameKind.FETCH)
                        .putLong(fetch.request)
                        .putLong(loader)
                        .putText(name));
        return fetch.await();
    }
}
