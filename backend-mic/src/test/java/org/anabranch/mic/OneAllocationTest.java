package org.anabranch.mic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import org.anabranch.api.Kernel;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.Mode;
import org.anabranch.api.Parameter;
import org.anabranch.api.Piece;
import org.anabranch.api.ProcessorMask;
import org.anabranch.api.Region;
import org.anabranch.faulty.AllocationFaults;
import org.anabranch.mic.card.CardDomain;
import org.anabranch.spi.Completion;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.Launch;
import org.anabranch.spi.LaunchArgument;
import org.anabranch.spi.Order;
import org.anabranch.spi.Slice;
import org.anabranch.spi.StealPort.Stolen;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Failures of a single allocation, at every place of a card. Each operation ends all the same, well
 * or not, and the card lives.
 */
@Timeout(300)
class OneAllocationTest {
    private static final Logger LOG = Logger.getLogger("org.anabranch"); // else it is let go
    private static final int FEWEST = 40;
    private static final int MOST = 2000;
    private static final int ENOUGH = 10; // to know that it is wrong
    private static final int PATIENCE_SECONDS = 20;
    private static final int SMALL = 64;
    private static final int LARGE = 3 << 17;
    private static final Region ALL = Region.of(0, 8 * SMALL);
    private static final Region MUCH = Region.of(0, 8L * LARGE);

    private static final Kernel LOOK =
            Kernel.of("look", Parameter.in("data")).java((piece, arguments) -> {});
    private static final Kernel THROW =
            Kernel.of("throw", Parameter.inOut("data"))
                    .java(
                            (piece, arguments) -> {
                                throw new IllegalStateException("as planned");
                            });

    private final List<String> wrong = new ArrayList<>();
    private final List<Told> accepted = new ArrayList<>();
    private final MemorySegment host = Rig.host(LARGE);
    private final ClassLoader loader = ThreadCard.faulty();
    private ThreadCard card;
    private CardDomain device;
    private long memory;
    private long other;
    private long add;
    private long look;
    private long fail;
    private long tickets;

    private void begin(long latency) throws Exception {
        card =
                new ThreadCard(
                        Map.of("cores", 2, "latency", latency, "beat", 50L, "patience", 60_000L),
                        loader);
        device = card.device;
        memory = device.allocate(MUCH.bytes(), MemoryKind.NORMAL);
        other = device.allocate(MUCH.bytes(), MemoryKind.NORMAL);
        add = device.load(Rig.ADD);
        look = device.load(LOOK);
        fail = device.load(THROW);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 100_000})
    @DisplayName("issue 44: no allocation that fails on a card costs an operation, or the card")
    void no_allocation_that_fails_on_a_card_loses_an_operation(long latency) throws Exception {
        LOG.setLevel(Level.OFF);
        AllocationFaults.forget();
        begin(latency);
        operations(); // whatever is linked once, is
        settle();
        int count = 0;
        String place = "";
        while (place != null && wrong.size() < ENOUGH && count++ < MOST) {
            AllocationFaults.failOne(1);
            operations();
            String late = settle();
            place = AllocationFaults.end();
            if (late != null || device.card().isLost()) {
                wrong.add(place + ": " + (late == null ? "the card is lost" : late));
                card.kill();
                begin(latency);
            }
        }
        card.close();
        assertEquals(List.of(), wrong, () -> String.join("\n", wrong));
        assertEquals(true, count > FEWEST && count < MOST, count + " allocations failed");
    }

    private interface Submission {
        void submit(Order order, Completion told);
    }

    private void give(int lane, Submission submission, long... after) {
        Told told = new Told();
        submission.submit(new Order(lane, ++tickets, after), told);
        accepted.add(told);
    }

    /** Each sort of operation, in chains, one of which fails. */
    private void operations() throws InterruptedException {
        Slice small = new Slice(memory, ALL);
        Slice large = new Slice(memory, MUCH);
        Slice copy = new Slice(other, MUCH);
        give(0, (order, told) -> device.write(order, host, ALL, small, told));
        long first = tickets;
        give(0, (order, told) -> device.run(order, changing(Rig.ADD, add, 1L), told), first);
        give(0, (order, told) -> device.run(order, changing(THROW, fail), told));
        long bad = tickets;
        give(1, (order, told) -> device.copy(order, large, copy, told), first, bad);
        give(0, (order, told) -> device.read(order, small, host, ALL, told), first);
        give(2, (order, told) -> device.write(order, host, MUCH, copy, told), first);
        give(2, (order, told) -> device.copy(order, copy, large, told));
        give(2, (order, told) -> device.read(order, large, host, MUCH, told));
        give(3, (order, told) -> device.run(order, looking(1 << 14), told), first);
        offer();
        comeAndGo();
    }

    private void offer() throws InterruptedException {
        var port = device.stealPort().orElseThrow();
        Told told = new Told();
        while (port.offer(looking(1000), told)) {
            accepted.add(told);
            told = new Told();
        }
        Stolen stolen = port.steal();
        if (stolen != null) {
            stolen.completion().done();
        }
    }

    /** A kernel, memory, and a domain. */
    private void comeAndGo() {
        try {
            device.release(device.load(THROW));
            CardDomain part = card.open(ProcessorMask.range(0, 1));
            part.release(part.allocate(ALL.bytes(), MemoryKind.NORMAL));
            part.release(part.allocate(MUCH.bytes(), MemoryKind.NORMAL));
            part.allocate(ALL.bytes(), MemoryKind.NORMAL);
            part.close();
        } catch (DeviceException refused) {
            assertFalse(refused.getMessage().isEmpty()); // for want of memory
        }
    }

    private Launch changing(Kernel kernel, long loaded, Number... numbers) {
        return launch(kernel, loaded, Mode.READ_WRITE, SMALL, numbers);
    }

    /** Of several parts, if there are enough indices. */
    private Launch looking(int indices) {
        return launch(LOOK, look, Mode.READ, indices);
    }

    private Launch launch(Kernel kernel, long loaded, Mode mode, int indices, Number... numbers) {
        List<LaunchArgument> arguments = new ArrayList<>();
        arguments.add(new LaunchArgument.Memory(new Slice(memory, ALL), ALL, 8, mode, null));
        for (Number number : numbers) {
            arguments.add(new LaunchArgument.Value(number));
        }
        return new Launch(loaded, kernel, Piece.of(0, indices, 1), arguments);
    }

    /** {@return null once all is told, else what is not} */
    private String settle() throws Exception {
        String late = null;
        for (Told told : accepted) {
            try {
                told.handle((done, failure) -> "")
                        .get(late == null ? PATIENCE_SECONDS : 0, TimeUnit.SECONDS);
            } catch (TimeoutException never) {
                late = "the end of operation " + accepted.indexOf(told) + " is not told";
            }
        }
        accepted.clear();
        return late;
    }
}
