package org.anabranch.mic.card;

import org.anabranch.api.Kernel;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.Piece;
import org.anabranch.api.ProcessorMask;
import org.anabranch.api.Region;
import org.anabranch.mic.link.Kind;
import org.anabranch.mic.link.Message;
import org.anabranch.mic.link.Received;
import org.anabranch.mic.program.BundleContents.Content;
import org.anabranch.mic.program.KernelFrame;
import org.anabranch.mic.settings.CardConfiguration;
import org.anabranch.spi.Backend;
import org.anabranch.spi.Completion;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceLostException;
import org.anabranch.spi.Launch;
import org.anabranch.spi.Order;
import org.anabranch.spi.Slice;
import org.anabranch.spi.StealPort;
import org.anabranch.spi.support.LaunchParts;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Some processors of a card, with lanes and memory of their own. Allocations are counted here and
 * carried out over there, so that they cost no round trip.
 */
public final class CardDomain implements Backend.Device {
    private static final int PIECE = 1 << 19;
    private static final long GRAIN = 4096;
    private static final int MOST_TRIES = 16; // other kernels may change bundles in between

    private final Card card;
    private final int number;
    private final ProcessorMask mask;
    private final int workers;
    private final Duration deadline;
    private final boolean bound;
    private final Consumer<CardDomain> closer;
    private final Optional<SparePort> port;
    private final Map<Long, Block> blocks = new ConcurrentHashMap<>();
    private final Runnable answered = this::answered;
    private final Runnable ended = this::ended;
    private final Consumer<DeviceLostException> whenLost = this::lost;
    // guarded by this
    private int outstanding; // accepted, not yet told to the end
    private int underWay; // accepted, not yet answered
    private boolean closed;
    private boolean isEnded;
    private Consumer<DeviceLostException> listener;

    private record Block(long bytes, MemoryKind kind) {}

    public CardDomain(
            Card card,
            ProcessorMask mask,
            CardConfiguration configuration,
            Consumer<CardDomain> closer) {
        this.card = card;
        this.number = (int) card.number();
        this.mask = mask;
        this.workers = Math.min(mask.count(), Runtime.getRuntime().availableProcessors());
        this.deadline = Duration.ofMillis(configuration.settings().closeDeadline());
        this.bound = configuration.bound();
        this.closer = closer;
        this.port =
                configuration.settings().stealPort()
                        ? Optional.of(new SparePort(this, workers))
                        : Optional.empty();
        card.open(number, mask);
    }

    public Card card() {
        return card;
    }

    public int number() {
        return number;
    }

    public ProcessorMask mask() {
        return mask;
    }

    private void checkOpen() throws DeviceException {
        if (isClosed()) {
            throw new DeviceException(card.id() + " is closed");
        }
        card.loss().check();
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    @Override
    public long load(Kernel kernel) throws DeviceException {
        checkOpen();
        long handle = card.number();
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            KernelFrame frame = new KernelFrame(card.id(), card.files(), card.bundles(), kernel);
            List<String> lacking =
                    card.ask(
                            request ->
                                    frame.put(
                                            new Message(Kind.LOAD)
                                                    .putLong(request)
                                                    .putInt(number)
                                                    .putLong(handle)),
                            CardDomain::lacking);
            if (lacking == null) {
                return handle;
            }
            for (String hash : lacking) {
                sendBundle(frame.bundles(), hash);
            }
        }
        throw new DeviceException(
                card.id()
                        + " still lacks bundles of kernel "
                        + kernel.name()
                        + " that it was sent");
    }

    /** Hashes of what the card must be sent first, or null if it has made the kernel. */
    private static List<String> lacking(Received answer) {
        if (answer.kind() == Kind.DONE) {
            return null;
        }
        List<String> hashes = new ArrayList<>();
        for (int count = answer.count(1); count > 0; count--) {
            hashes.add(answer.text());
        }
        return hashes;
    }

    private void sendBundle(List<Content> bundles, String hash) throws DeviceException {
        Content bundle =
                bundles.stream()
                        .filter(one -> one.hash().equals(hash))
                        .findFirst()
                        .orElseThrow(
                                () -> new DeviceException(card.id() + " wants an unknown bundle"));
        byte[] jar = bundle.jar();
        for (int offset = 0; offset < jar.length; offset += PIECE) {
            int bytes = Math.min(PIECE, jar.length - offset);
            card.send(
                    new Message(Kind.BUNDLE)
                            .putText(hash)
                            .putInt(jar.length)
                            .putInt(offset)
                            .putBytes(jar, offset, bytes));
        }
    }

    @Override
    public long allocate(long bytes, MemoryKind kind) throws DeviceException {
        checkOpen();
        card.memory().take(bytes, kind);
        long handle = card.number();
        blocks.put(handle, new Block(bytes, kind));
        if (isClosed()) {
            giveBack(handle);
            throw new DeviceException(card.id() + " is closed");
        }
        card.send(
                new Message(Kind.ALLOCATE)
                        .putInt(number)
                        .putLong(handle)
                        .putLong(bytes)
                        .putByte(kind.ordinal()));
        return handle;
    }

    @Override
    public void release(long handle) {
        boolean kernel = !giveBack(handle);
        card.send(new Message(Kind.RELEASE).putByte(kernel ? 1 : 0).putLong(handle));
    }

    /** Whoever takes the block out gives its bytes back, so that they are given once. */
    private boolean giveBack(long handle) {
        Block block = blocks.remove(handle);
        if (block != null) {
            card.memory().give(block.bytes, block.kind);
        }
        return block != null;
    }

    @Override
    public void write(
            Order order, MemorySegment source, Region from, Slice to, Completion completion) {
        transfer(Kind.WRITE, order, to, source, from, completion);
    }

    @Override
    public void read(
            Order order, Slice from, MemorySegment target, Region to, Completion completion) {
        transfer(Kind.READ, order, from, target, to, completion);
    }

    private void transfer(
            Kind kind,
            Order order,
            Slice slice,
            MemorySegment memory,
            Region region,
            Completion completion) {
        if (!begin(completion)) {
            return;
        }
        long operation = card.number();
        boolean alone = isAlone();
        HostTransfer transfer =
                new HostTransfer(
                        card,
                        operation,
                        kind == Kind.WRITE,
                        memory,
                        region,
                        alone,
                        counted(completion));
        try {
            Message message =
                    transfer.announce(
                            start(kind, operation, order)
                                    .putLong(slice.memory())
                                    .putRegion(slice.region()));
            card.expect(operation, transfer);
            card.submit(operation, message);
        } catch (RuntimeException | Error refused) {
            transfer.failed(card.loss().refusal(refused));
            return;
        }
        if (transfer.isLarge()) {
            card.begin(transfer, alone);
        }
    }

    @Override
    public void run(Order order, Launch launch, Completion completion) {
        if (!begin(completion)) {
            return;
        }
        long operation = card.number();
        Message message;
        try {
            List<Piece> pieces =
                    LaunchParts.of(launch, workers, GRAIN).stream().map(Launch::piece).toList();
            message = LaunchMessage.put(start(Kind.RUN, operation, order), launch, pieces);
        } catch (RuntimeException | Error refused) { // a mapping of the program's
            counted(completion).failed(card.loss().refusal(refused));
            return;
        }
        submit(operation, message, launch.kernel(), counted(completion));
    }

    @Override
    public boolean copies() {
        return true;
    }

    @Override
    public void copy(Order order, Slice from, Slice to, Completion completion) {
        if (!begin(completion)) {
            return;
        }
        long operation = card.number();
        Message message =
                start(Kind.COPY, operation, order)
                        .putLong(from.memory())
                        .putRegion(from.region())
                        .putLong(to.memory())
                        .putRegion(to.region());
        submit(operation, message, null, counted(completion));
    }

    private Message start(Kind kind, long operation, Order order) {
        return new Message(kind)
                .putLong(operation)
                .putInt(number)
                .putInt(order.lane())
                .putLong(order.ticket())
                .putLongs(order.after());
    }

    public void submit(long operation, Message message, Kernel kernel, Completion completion) {
        card.expect(operation, new Operation(kernel, completion));
        card.submit(operation, message);
    }

    /** A kernel, or a copy on the card. */
    private record Operation(Kernel kernel, Completion completion) implements Pending {
        @Override
        public void answered(Received frame) {
            completion.done();
        }

        @Override
        public void failed(Throwable cause) {
            completion.failed(cause);
        }

        @Override
        public boolean isFor(Completion submitted) {
            return CountedCompletion.is(completion, submitted);
        }
    }

    /** Counts an operation, or fails it if the domain is closed. */
    private boolean begin(Completion completion) {
        if (accept()) {
            return true;
        }
        completion.failed(new DeviceException(card.id() + " is closed"));
        return false;
    }

    public synchronized boolean accept() {
        if (!closed) {
            outstanding++;
            underWay++;
        }
        return !closed;
    }

    /** Whether only one operation is under way. */
    private synchronized boolean isAlone() {
        return underWay == 1;
    }

    /** The card has done its part. */
    private synchronized void answered() {
        underWay--;
    }

    public synchronized void ended() {
        outstanding--;
        notifyAll();
    }

    /** Tells, and then counts the end. */
    public Completion counted(Completion completion) {
        return new CountedCompletion(completion, answered, ended);
    }

    @Override
    public boolean onLoss(Consumer<DeviceLostException> told) {
        synchronized (this) {
            listener = told;
        }
        card.loss().listen(whenLost);
        return true;
    }

    private void lost(DeviceLostException cause) {
        Consumer<DeviceLostException> told;
        synchronized (this) {
            told = closed ? null : listener;
        }
        if (told != null) {
            told.accept(cause);
        }
    }

    /** Costs the card its life. */
    @Override
    public boolean abandon(Completion completion) {
        return card.loss().abandon(completion);
    }

    /** If workers are bound, memory is on their nodes, so that each part has its own. */
    @Override
    public boolean sharesMemoryWithParts() {
        return !bound;
    }

    @Override
    public Optional<StealPort> stealPort() {
        return port.map(StealPort.class::cast);
    }

    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                awaitUninterrupted(() -> isEnded);
                return;
            }
            closed = true;
        }
        card.loss().forget(whenLost);
        port.ifPresent(SparePort::close);
        if (!settles(deadline.toMillis())) {
            card.loss().lose("an operation has not ended within " + deadline + " of closing", null);
            settles(Long.MAX_VALUE);
        }
        blocks.keySet().forEach(this::giveBack);
        card.send(new Message(Kind.CLOSE).putInt(number));
        closer.accept(this);
        synchronized (this) {
            isEnded = true;
            notifyAll();
        }
    }

    private synchronized boolean settles(long millis) {
        long end = System.nanoTime() / 1_000_000 + millis;
        awaitUninterrupted(
                () -> outstanding == 0 || end > 0 && System.nanoTime() / 1_000_000 > end);
        return outstanding == 0;
    }

    private synchronized void awaitUninterrupted(BooleanSupplier condition) {
        boolean interrupted = false;
        while (!condition.getAsBoolean()) {
            try {
                wait(100);
            } catch (InterruptedException later) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public String toString() {
        return card.id() + " " + mask;
    }
}
