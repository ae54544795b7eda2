package org.anabranch.mic.card;

import org.anabranch.api.Kernel;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.Piece;
import org.anabranch.api.ProcessorMask;
import org.anabranch.api.Region;
import org.anabranch.mic.link.FrameKind;
import org.anabranch.mic.link.FrameWriter;
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
import java.util.Optional;
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
    private final CountedBlocks blocks;
    private final AcceptedOperations operations;
    private final Consumer<DeviceLostException> whenLost = this::lost;
    private volatile Consumer<DeviceLostException> listener;
    private final FrameWriter goodbye;
    private boolean saidGoodbye; // of who closes

    public CardDomain(
            Card card,
            ProcessorMask mask,
            CardConfiguration configuration,
            Consumer<CardDomain> closer) {
        this.card = card;
        this.operations = card.operations();
        this.blocks = new CountedBlocks(card.memory());
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
        this.goodbye = new FrameWriter(FrameKind.CLOSE).putInt(number);
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
        Long handle = card.number();
        FrameWriter message =
                new FrameWriter(FrameKind.ALLOCATE)
                        .putInt(number)
                        .putLong(handle)
                        .putLong(bytes)
                        .putByte(kind.ordinal());
        blocks.take(handle, bytes, kind);
        if (operations.isClosed()) {
            blocks.giveBack(handle);
            throw new DeviceException(card.id() + " is closed");
        }
        card.send(message);
        return handle;
    }

    @Override
    public void release(long handle) {
        FrameWriter message = new FrameWriter(FrameKind.RELEASE);
        boolean kernel = !blocks.giveBack(handle);
        card.send(message.putByte(kernel ? 1 : 0).putLong(handle));
    }

    @Override
    public void write(
            Order order, MemorySegment source, Region from, Slice to, Completion completion) {
        transfer(FrameKind.WRITE, order, to, source, from, completion);
    }

    @Override
    public void read(
            Order order, Slice from, MemorySegment target, Region to, Completion completion) {
        transfer(FrameKind.READ, order, from, target, to, completion);
    }

    private void transfer(
            FrameKind kind,
            Order order,
            Slice slice,
            MemorySegment memory,
            Region region,
            Completion completion) {
        operations.submit(
                completion,
                (number, operation) -> {
                    boolean alone = operations.isAlone();
                    boolean toCard = kind == FrameKind.WRITE;
                    HostTransfer transfer =
                            new HostTransfer(
                                    card, number, toCard, memory, region, alone, operation);
                    try {
                        FrameWriter message =
                                transfer.announce(
                                        start(kind, number, order)
                                                .putLong(slice.memory())
                                                .putRegion(slice.region()));
                        card.submit(number, transfer, message);
                    } catch (RuntimeException | Error refused) {
                        transfer.failed(card.loss().refusal(refused)); // gives its slot back
                        throw refused;
                    }
                    if (transfer.isLarge()) {
                        card.large().begin(transfer, alone);
                    }
                });
    }

    @Override
    public void run(Order order, Launch launch, Completion completion) {
        operations.submit(
                completion,
                (number, operation) -> {
                    List<Piece> pieces =
                            LaunchParts.of(launch, workers, GRAIN).stream()
                                    .map(Launch::piece)
                                    .toList();
                    card.submit(
                            number,
                            new PendingOperation(launch.kernel(), operation),
                            LaunchMessage.put(start(FrameKind.RUN, number, order), launch, pieces));
                });
    }

    @Override
    public boolean copies() {
        return true;
    }

    @Override
    public void copy(Order order, Slice from, Slice to, Completion completion) {
        operations.submit(
                completion,
                (number, operation) ->
                        card.submit(
                                number,
                                new PendingOperation(null, operation),
                                start(FrameKind.COPY, number, order)
                                        .putLong(from.memory())
                                        .putRegion(from.region())
                                        .putLong(to.memory())
                                        .putRegion(to.region())));
    }

    private FrameWriter start(FrameKind kind, long operation, Order order) {
        return new FrameWriter(kind)
                .putLong(operation)
                .putInt(number)
                .putInt(order.lane())
                .putLong(order.ticket())
                .putLongs(order.after());
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

    /** May be called again if there was no memory for all of it. */
    @Override
    public void close() {
        if (!operations.close()) {
            return;
        }
        boolean toTheEnd = false;
        try {
            card.loss().forget(whenLost);
            port.ifPresent(CardStealPort::close);
            if (!operations.settle(deadline.toMillis())) {
                card.loss()
                        .lose(
                                "an operation has not ended within " + deadline + " of closing",
                                null);
                operations.settle(AcceptedOperations.FOR_EVER);
            }
            blocks.giveAllBack();
            if (!saidGoodbye) {
                saidGoodbye = true;
                card.send(goodbye);
            }
            closer.accept(this);
            toTheEnd = true;
        } finally {
            operations.end(toTheEnd);
        }
    }

    @Override
    public String toString() {
        return card.id() + " " + mask;
    }
}
