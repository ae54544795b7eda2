package org.anabranch.mic.card;

import org.anabranch.api.Kernel;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.Piece;
import org.anabranch.api.ProcessorMask;
import org.anabranch.api.Region;
import org.anabranch.mic.link.Kind;
import org.anabranch.mic.link.Message;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Some processors of a card, with lanes and memory of their own. Allocations are counted here and
 * carried out over there, so that they cost no round trip.
 */
public final class CardDomain implements Backend.Device {
    private static final long GRAIN = 4096;

    private final Card card;
    private final int number;
    private final ProcessorMask mask;
    private final int workers;
    private final Duration deadline;
    private final boolean bound;
    private final Consumer<CardDomain> closer;
    private final Optional<CardStealPort> port;
    private final Map<Long, Block> blocks = new ConcurrentHashMap<>();
    private final AcceptedOperations operations = new AcceptedOperations();
    private final Consumer<DeviceLostException> whenLost = this::lost;
    private volatile Consumer<DeviceLostException> listener;

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
                        ? Optional.of(new CardStealPort(this, workers))
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
        if (operations.isClosed()) {
            throw new DeviceException(card.id() + " is closed");
        }
        card.loss().check();
    }

    @Override
    public long load(Kernel kernel) throws DeviceException {
        checkOpen();
        return KernelUpload.of(card, number, kernel);
    }

    @Override
    public long allocate(long bytes, MemoryKind kind) throws DeviceException {
        checkOpen();
        card.memory().take(bytes, kind);
        long handle = card.number();
        blocks.put(handle, new Block(bytes, kind));
        if (operations.isClosed()) {
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
        boolean alone = operations.isAlone();
        HostTransfer transfer =
                new HostTransfer(
                        card,
                        operation,
                        kind == Kind.WRITE,
                        memory,
                        region,
                        alone,
                        operations.counted(completion));
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
            operations.counted(completion).failed(card.loss().refusal(refused));
            return;
        }
        submit(operation, message, launch.kernel(), operations.counted(completion));
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
        submit(operation, message, null, operations.counted(completion));
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
        card.expect(operation, new PendingOperation(kernel, completion));
        card.submit(operation, message);
    }

    /** Counts an operation, or fails it if the domain is closed. */
    private boolean begin(Completion completion) {
        if (operations.accept()) {
            return true;
        }
        completion.failed(new DeviceException(card.id() + " is closed"));
        return false;
    }

    public AcceptedOperations operations() {
        return operations;
    }

    @Override
    public boolean onLoss(Consumer<DeviceLostException> told) {
        listener = told;
        card.loss().listen(whenLost);
        return true;
    }

    private void lost(DeviceLostException cause) {
        Consumer<DeviceLostException> told = listener;
        if (told != null && !operations.isClosed()) {
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
        if (!operations.close()) {
            return;
        }
        card.loss().forget(whenLost);
        port.ifPresent(CardStealPort::close);
        if (!operations.settle(deadline.toMillis())) {
            card.loss().lose("an operation has not ended within " + deadline + " of closing", null);
            operations.settle(Long.MAX_VALUE);
        }
        blocks.keySet().forEach(this::giveBack);
        card.send(new Message(Kind.CLOSE).putInt(number));
        closer.accept(this);
        operations.end();
    }

    @Override
    public String toString() {
        return card.id() + " " + mask;
    }
}
