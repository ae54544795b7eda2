package org.anabranch.mic.sink;

import org.anabranch.api.MemoryKind;
import org.anabranch.mic.link.CardProperties;
import org.anabranch.mic.link.FrameKind;
import org.anabranch.mic.link.FrameWriter;
import org.anabranch.mic.link.Frames;
import org.anabranch.mic.link.ProtocolException;
import org.anabranch.mic.link.Received;
import org.anabranch.mic.link.Steady;
import org.anabranch.mic.link.Window;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The card: receives what the host says, and lets others do it, but for small copies and short
 * kernels. The receiving thread never waits, so that the host can always send.
 */
final class SinkCard {
    final CardProperties properties;
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
    private final ExecutorService loading;
    private final ScheduledExecutorService pulse;
    private final AtomicLong requests = new AtomicLong();
    private final Map<Long, CompletableFuture<byte[]>> fetches = new ConcurrentHashMap<>();
    private volatile long heard = System.nanoTime();
    // of the receiving thread
    private final Map<Integer, LogicalDomain> domains = new HashMap<>();
    private final Map<Long, byte[]> fetched = new HashMap<>();
    // of the loading thread
    private final BundleParts bundleParts = new BundleParts();

    SinkCard(CardProperties properties, Frames frames, Window window, Path folder) {
        this.properties = properties;
        this.frames = frames;
        this.window = window;
        this.replies = new Replies(properties.id(), frames);
        this.memory = new CardMemory(properties.pooled());
        this.kernels = new KernelStore(folder, this::fetch);
        this.toCard = new CopyEngine(properties, "in");
        this.fromCard = new CopyEngine(properties, "out");
        this.within = new CopyEngine(properties, "within");
        this.loading = Executors.newSingleThreadExecutor(daemon("loading"));
        this.pulse = Executors.newSingleThreadScheduledExecutor(daemon("pulse"));
    }

    private ThreadFactory daemon(String name) {
        return Thread.ofPlatform().daemon().name(properties.id() + "-" + name).factory();
    }

    /**
     * Serves until the host says good-bye or is gone.
     *
     * @throws IOException if the link breaks, or the host does not keep the protocol
     */
    void serve() throws IOException {
        var unused =
                pulse.scheduleAtFixedRate(
                        new Steady(this::beat), 0, properties.beatMillis(), TimeUnit.MILLISECONDS);
        try {
            reception.serve(properties.id());
        } catch (RuntimeException broken) {
            throw new ProtocolException("a frame that makes no sense: " + broken);
        } finally {
            pulse.shutdownNow();
            loading.shutdownNow();
            domains.values().forEach(domain -> domain.workers.stop());
        }
    }

    private boolean receive() throws IOException {
        Received frame = frames.receive();
        if (frame.kind() == FrameKind.BYE) {
            return false;
        }
        heard = System.nanoTime();
        replies.confirmed(frame.confirmed());
        dispatch(frame);
        return true;
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
        replies.send(new FrameWriter(FrameKind.BEAT));
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
            case FETCHED -> fetched(frame);
            case BUNDLE -> loading.execute(() -> kernels.receive(bundleParts, frame));
            case LOAD -> loading.execute(() -> load(frame));
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

    private void close(int number) throws ProtocolException {
        domain(number).workers.stop();
        domains.remove(number);
        memory.releaseAll(number);
        loading.execute(() -> kernels.releaseAll(number));
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
            loading.execute(() -> kernels.release(handle));
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
        transfer.piece(new SinkTransfer.Piece(slot, from, bytes, tell));
    }

    private void steal(long request, LogicalDomain domain) {
        long part = domain.workers.steal();
        toCard.submit(
                () ->
                        replies.send(
                                new FrameWriter(FrameKind.STOLEN).putLong(request).putLong(part)));
    }

    private void load(Received frame) {
        long request = frame.body().getLong();
        int domain = frame.body().getInt();
        long handle = frame.body().getLong();
        try {
            var lacking = kernels.load(domain, handle, frame);
            if (lacking.isEmpty()) {
                replies.done(request);
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
        long request = requests.incrementAndGet();
        CompletableFuture<byte[]> answer = new CompletableFuture<>();
        fetches.put(request, answer);
        replies.send(
                new FrameWriter(FrameKind.FETCH).putLong(request).putLong(loader).putText(name));
        return answer.join();
    }

    private void fetched(Received frame) {
        long request = frame.body().getLong();
        int total = frame.body().getInt();
        int offset = frame.body().getInt();
        byte[] piece = frame.bytes();
        if (total < 0) {
            fetches.remove(request).complete(null);
            return;
        }
        byte[] content = fetched.computeIfAbsent(request, any -> new byte[total]);
        System.arraycopy(piece, 0, content, offset, piece.length);
        if (offset + piece.length == total) {
            fetched.remove(request);
            fetches.remove(request).complete(content);
        }
    }
}
