package org.anabranch.stencil.check;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Kernel;
import org.anabranch.api.Loop;
import org.anabranch.api.Mapping;
import org.anabranch.api.Platform;
import org.anabranch.api.Stream;
import org.anabranch.stencil.description.Ghost;
import org.anabranch.stencil.description.Stencil;
import org.anabranch.stencil.description.StencilArgument;
import org.anabranch.stencil.description.StencilArgument.Property;
import org.anabranch.stencil.geometry.CellBox;
import org.anabranch.stencil.geometry.GridRows;
import org.anabranch.stencil.geometry.Point;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A test that a kernel reads and writes exactly what its description declares (ST-34). One
 * work-group runs in the middle of a small problem, several times, with different poison in all
 * cells that it must not read: random bits, other random bits, not-a-number. The results must have
 * the same bits, and cells around them must not change. If they differ, halving the poison finds a
 * cell that was read.
 */
public final class GhostCheck {
    private final Platform platform;
    private final Domain domain;
    private final Kernel kernel;
    private final Stencil stencil;
    private final CellBox middle;
    private final Map<String, MemorySegment> base = new HashMap<>();
    private final Arena arena = Arena.ofAuto();

    private GhostCheck(Platform platform, Domain domain, Kernel kernel, Stencil whole) {
        this.platform = platform;
        this.domain = domain;
        this.kernel = kernel;
        Point kept = whole.kernel().groups(); // on axes that are not cut, a kernel may depend on it
        Point groups =
                Point.of(
                        whole.rank(),
                        1,
                        axis ->
                                whole.canBeCut(axis)
                                        ? 2 * margin(whole, axis) + 1
                                        : kept.get(axis));
        Point local = whole.kernel().local();
        this.stencil = whole.resized(groups, 1);
        this.middle =
                CellBox.of(
                        whole.rank(),
                        axis -> groups.get(axis) / 2 * local.get(axis),
                        axis -> (groups.get(axis) / 2 + 1) * local.get(axis));
    }

    /**
     * Returns the groups around the middle: more than twice the declared reach, to leave room for
     * poison.
     */
    private static long margin(Stencil stencil, int axis) {
        Ghost ghost = stencil.ghost();
        long reach = Math.max(-ghost.lower().get(axis), ghost.upper().get(axis));
        return 1 + Math.ceilDiv(2 * reach + 2, stencil.cellsPerGroup().get(axis));
    }

    /**
     * Runs the test.
     *
     * @param platform the platform
     * @param domain that can run a format of the kernel
     * @param kernel the kernel
     * @param stencil its description
     * @return the failure, in words, or empty
     * @throws AnabranchException if the kernel cannot be run at all
     */
    public static Optional<String> run(
            Platform platform, Domain domain, Kernel kernel, Stencil stencil) {
        return new GhostCheck(platform, domain, kernel, stencil).run();
    }

    private Optional<String> run() {
        base.putAll(ProbeArrays.random(stencil, arena));
        Map<String, MemorySegment> expected = launch(base);
        Optional<String> stray = stray(expected);
        if (stray.isPresent()) {
            return stray;
        }
        for (StencilArgument argument : stencil.arguments()) {
            if (!stencil.isCut(argument)) {
                continue;
            }
            List<Long> outside = outside(argument);
            for (Poison poison : Poison.values()) {
                if (differs(expected, argument, outside, poison)) {
                    return Optional.of(culprit(expected, argument, outside, poison));
                }
            }
        }
        return Optional.empty();
    }

    /** {@return the indices of the cells that the middle group must not read} */
    private List<Long> outside(StencilArgument argument) {
        CellBox written = stencil.cells(middle);
        List<CellBox> read =
                switch (argument.property()) {
                    case OUTPUT -> List.of();
                    case INOUT -> List.of(written);
                    default ->
                            argument.name().equals(stencil.ghost().array())
                                    ? stencil.ghost().offsets().stream()
                                            .map(written::reach)
                                            .toList()
                                    : List.of(written.reach(stencil.ghost().box()));
                };
        List<CellBox> forbidden =
                CellBox.without(List.of(new CellBox(Point.ZERO, argument.size())), read);
        List<Long> indices = new ArrayList<>();
        forbidden.forEach(box -> box.forEach(cell -> indices.add(cell.index(argument.size()))));
        return indices;
    }

    private boolean differs(
            Map<String, MemorySegment> expected,
            StencilArgument argument,
            List<Long> poisoned,
            Poison poison) {
        return firstDifference(expected, poisoned(argument, poisoned, poison)) != null;
    }

    private Map<String, MemorySegment> poisoned(
            StencilArgument argument, List<Long> cells, Poison poison) {
        Map<String, MemorySegment> arrays = new HashMap<>(base);
        arrays.put(argument.name(), poison.in(argument, base.get(argument.name()), cells, arena));
        return launch(arrays);
    }

    /** {@return the first written cell that differs, or null} */
    private Point firstDifference(
            Map<String, MemorySegment> expected, Map<String, MemorySegment> actual) {
        CellBox written = stencil.cells(middle);
        for (StencilArgument argument : stencil.arguments()) {
            if (!argument.property().isWritten()) {
                continue;
            }
            int bytes = argument.type().bytes();
            for (long z = written.low().z(); z < written.high().z(); z++) {
                for (long y = written.low().y(); y < written.high().y(); y++) {
                    long row = new Point(0, y, z).index(argument.size());
                    long from = (row + written.low().x()) * bytes;
                    long to = (row + written.high().x()) * bytes;
                    MemorySegment all = expected.get(argument.name());
                    long at =
                            MemorySegment.mismatch(
                                    all, from, to, actual.get(argument.name()), from, to);
                    if (at >= 0) {
                        return new Point(written.low().x() + at / bytes, y, z);
                    }
                }
            }
        }
        return null;
    }

    private String culprit(
            Map<String, MemorySegment> expected,
            StencilArgument argument,
            List<Long> outside,
            Poison poison) {
        List<Long> suspects = outside;
        while (suspects.size() > 1) {
            List<Long> half = suspects.subList(0, suspects.size() / 2);
            List<Long> other = suspects.subList(suspects.size() / 2, suspects.size());
            suspects = differs(expected, argument, half, poison) ? half : other;
        }
        Point changed = firstDifference(expected, poisoned(argument, suspects, poison));
        if (changed == null) {
            return "kernel reads cells of " + argument.name() + " that the description leaves out";
        }
        Point offset = Point.at(suspects.getFirst(), argument.size()).minus(changed);
        return "kernel reads %s at offset (%s), which the description leaves out"
                .formatted(argument.name(), offset.extents(stencil.rank()).replace(" x ", ", "));
    }

    /** Returns the failure if a cell around the group was written. */
    private Optional<String> stray(Map<String, MemorySegment> after) {
        for (StencilArgument argument : stencil.arguments()) {
            if (!argument.property().isWritten()) {
                continue;
            }
            CellBox written = stencil.cells(middle);
            MemorySegment expected = argument.allocate(arena).copyFrom(base.get(argument.name()));
            GridRows.copy(
                    after.get(argument.name()),
                    argument.size(),
                    written,
                    expected,
                    argument.size(),
                    written,
                    argument.type().bytes());
            if (expected.mismatch(after.get(argument.name())) >= 0) {
                return Optional.of(
                        "kernel writes cells of "
                                + argument.name()
                                + " that belong to other groups");
            }
        }
        return Optional.empty();
    }

    /** {@return all arrays after the middle group ran} */
    private Map<String, MemorySegment> launch(Map<String, MemorySegment> arrays) {
        Map<String, Buffer> buffers = new HashMap<>();
        Map<String, MemorySegment> after = new HashMap<>();
        try (Stream stream = domain.stream()) {
            List<Argument> arguments = new ArrayList<>();
            for (StencilArgument argument : stencil.arguments()) {
                arguments.add(argument(argument, arrays, buffers, stream));
            }
            stream.run(kernel, loop(), arguments.toArray(Argument[]::new)).await();
            buffers.forEach(
                    (name, buffer) ->
                            after.put(
                                    name,
                                    arena.allocate(buffer.shape().bytes(), 128)
                                            .copyFrom(buffer.read())));
        } finally {
            buffers.values().forEach(Buffer::close);
        }
        return after;
    }

    private Argument argument(
            StencilArgument argument,
            Map<String, MemorySegment> arrays,
            Map<String, Buffer> buffers,
            Stream stream) {
        if (argument.property() == Property.SCALAR) {
            return Argument.of(argument.value());
        }
        if (argument.property() == Property.EXTENT) {
            return argument.extentOf(stencil.grid().size());
        }
        Buffer buffer =
                platform.buffer(
                        argument.type().layout(),
                        GridRows.extents(
                                argument.size(), stencil.isCut(argument) ? stencil.rank() : 3));
        buffers.put(argument.name(), buffer);
        buffer.write().copyFrom(arrays.get(argument.name()));
        stream.prefetch(buffer.all());
        return switch (argument.property()) {
            case INPUT -> buffer.in(Mapping.whole());
            case OUTPUT -> buffer.out(Mapping.whole());
            default -> buffer.inOut(Mapping.whole());
        };
    }

    private Loop loop() {
        List<Loop.Dimension> dimensions = new ArrayList<>();
        for (int axis = stencil.rank() - 1; axis >= 0; axis--) {
            long low = middle.low().get(axis);
            long high = middle.high().get(axis);
            dimensions.add(new Loop.Dimension(low, high, 1, high - low));
        }
        return new Loop(dimensions, Loop.Split.CHUNKED);
    }
}
