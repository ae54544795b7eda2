package org.anabranch.mic;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.Kernel;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.Mode;
import org.anabranch.api.Parameter;
import org.anabranch.api.Piece;
import org.anabranch.api.ProcessorMask;
import org.anabranch.api.Region;
import org.anabranch.mic.card.CardDomain;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceInfo;
import org.anabranch.spi.Launch;
import org.anabranch.spi.LaunchArgument;
import org.anabranch.spi.Order;
import org.anabranch.spi.Slice;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/** A card or part of one, open, with the tools to use it. */
final class Rig implements AutoCloseable {
    static final Kernel ADD =
            Kernel.of("add", Parameter.inOut("data"), Parameter.scalar("amount"))
                    .java(
                            (piece, arguments) -> {
                                MemorySegment data = arguments.segment(0);
                                for (long i = piece.low0(); i < piece.high0(); i++) {
                                    data.setAtIndex(
                                            JAVA_LONG,
                                            i,
                                            data.getAtIndex(JAVA_LONG, i) + arguments.longAt(1));
                                }
                            });

    /** Runs until there is a file. */
    static Kernel until(String file) {
        return Kernel.of("until", Parameter.inOut("data"))
                .java(
                        (piece, arguments) -> {
                            while (!Files.exists(Path.of(file))) {
                                Thread.sleep(1);
                            }
                        });
    }

    final MicBackend backend;
    final CardDomain device;
    private final AtomicLong tickets = new AtomicLong();

    Rig(Map<String, ?> settings) throws DeviceException {
        this(MicBackend.with(settings));
    }

    Rig(MicBackend backend) throws DeviceException {
        this(backend, backend.probe().getFirst().mask());
    }

    Rig(MicBackend backend, ProcessorMask mask) throws DeviceException {
        this.backend = backend;
        DeviceInfo info = backend.probe().getFirst();
        this.device = (CardDomain) backend.open(info, mask);
    }

    Order order(int lane, long... after) {
        return new Order(lane, tickets.incrementAndGet(), after);
    }

    static MemorySegment host(long elements) {
        return Arena.ofAuto().allocate(8 * elements, 128);
    }

    static MemorySegment host(long elements, long value) {
        MemorySegment memory = host(elements);
        for (long i = 0; i < elements; i++) {
            memory.setAtIndex(JAVA_LONG, i, value);
        }
        return memory;
    }

    long allocate(long elements) throws DeviceException {
        return device.allocate(8 * elements, MemoryKind.NORMAL);
    }

    Told write(int lane, MemorySegment source, long handle) {
        Told told = new Told();
        Region all = Region.of(0, source.byteSize());
        device.write(order(lane), source, all, new Slice(handle, all), told);
        return told;
    }

    Told read(int lane, long handle, MemorySegment target) {
        Told told = new Told();
        Region all = Region.of(0, target.byteSize());
        device.read(order(lane), new Slice(handle, all), target, all, told);
        return told;
    }

    Told run(int lane, Launch launch) {
        Told told = new Told();
        device.run(order(lane), launch, told);
        return told;
    }

    /** One operand, whole, and numbers. */
    Launch launch(Kernel kernel, long loaded, long handle, long elements, Number... numbers) {
        Region all = Region.of(0, 8 * elements);
        List<LaunchArgument> arguments = new ArrayList<>();
        arguments.add(
                new LaunchArgument.Memory(new Slice(handle, all), all, 8, Mode.READ_WRITE, null));
        for (Number number : numbers) {
            arguments.add(new LaunchArgument.Value(number));
        }
        return new Launch(loaded, kernel, Piece.of(0, elements, 1), arguments);
    }

    /**
     * Loads a kernel with one operand, runs it over that many zeros, and brings back the result.
     */
    long[] result(Kernel kernel, int elements, Number... numbers) throws Exception {
        long handle = allocate(elements);
        long loaded = device.load(kernel);
        write(0, host(elements), handle).succeeds();
        run(0, launch(kernel, loaded, handle, elements, numbers)).succeeds();
        MemorySegment seen = host(elements);
        read(0, handle, seen).succeeds();
        device.release(handle);
        device.release(loaded);
        return seen.toArray(JAVA_LONG);
    }

    ProcessHandle process() {
        return ProcessHandle.of(pid()).orElseThrow();
    }

    long pid() {
        return Long.parseLong(device.card().process().replaceAll("\\D", ""));
    }

    /** A value of the card's process in {@code /proc}, in bytes. */
    long status(String name) throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/" + pid() + "/status"))) {
            if (line.startsWith(name + ":")) {
                return 1024 * Long.parseLong(line.replaceAll("\\D", ""));
            }
        }
        throw new IOException("no " + name);
    }

    /** Files and folders of cards of this process, anywhere. */
    static List<Path> leftovers() throws IOException {
        List<Path> found = new ArrayList<>();
        for (String folder : List.of(System.getProperty("java.io.tmpdir"), "/dev/shm")) {
            try (Stream<Path> files = Files.list(Path.of(folder))) {
                String own = "anabranch-mic-" + ProcessHandle.current().pid() + "-";
                files.filter(file -> file.getFileName().toString().startsWith(own))
                        .forEach(found::add);
            }
        }
        return found;
    }

    @Override
    public void close() {
        device.close();
    }
}
