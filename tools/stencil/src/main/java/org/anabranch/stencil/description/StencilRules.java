package org.anabranch.stencil.description;

import org.anabranch.stencil.description.StencilArgument.Property;
import org.anabranch.stencil.geometry.CellBox;
import org.anabranch.stencil.geometry.Point;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The rules for a valid description (ST-01, ST-02, ST-18). The subjects of errors are elements of
 * the XML form, so that a reader can find the line.
 */
record StencilRules(
        int rank,
        long iterations,
        List<StencilArgument> arguments,
        String swapIn,
        String swapOut,
        Ghost ghost,
        KernelSource kernel) {
    /** The largest number of cells, so that no product of extents and bytes overflows. */
    private static final long MOST_CELLS = 1L << 48;

    static final long MOST_ITERATIONS = 1_000_000_000;
    static final int MOST_ARGUMENTS = 64;
    static final int MOST_POINTS = 4096;
    static final long FARTHEST = 1 << 20;

    void check() {
        require(
                rank >= 1 && rank <= 3,
                "ghost_zone",
                "a stencil has 1 to 3 dimensions, not " + rank);
        require(
                iterations >= 0 && iterations <= MOST_ITERATIONS,
                "iterations",
                "must be from 0 to " + MOST_ITERATIONS + ", not " + iterations);
        checkNames();
        arguments.forEach(this::checkArgument);
        checkGhost();
        checkKernel();
        checkUseful();
        checkExtents();
        checkSwap();
        checkWritten();
        checkWhole();
        new SignatureRules(arguments, kernel).check();
    }

    static void require(boolean condition, String subject, String complaint) {
        if (!condition) {
            throw new DescriptionException(subject, complaint);
        }
    }

    private void checkNames() {
        require(
                !arguments.isEmpty() && arguments.size() <= MOST_ARGUMENTS,
                "",
                "there must be 1 to " + MOST_ARGUMENTS + " arguments, not " + arguments.size());
        Set<String> names = new HashSet<>();
        for (StencilArgument argument : arguments) {
            String name = argument.name();
            require(
                    name.matches("[A-Za-z_][A-Za-z_0-9]{0,63}"),
                    "argument " + name + "/name",
                    "'" + name + "' is no identifier");
            require(names.add(name), "argument " + name + "/name", "the name is used twice");
        }
    }

    private void checkArgument(StencilArgument argument) {
        String subject = "argument " + argument.name();
        Property property = argument.property();
        require(
                property.isArray() == (argument.size() != null),
                subject + "/arg_size",
                property.isArray() ? "an array needs its extents" : "a plain value has no extents");
        require(
                (property == Property.SCALAR) == (argument.value() != null),
                subject + "/value",
                "a scalar, and nothing else, has a value");
        if (property == Property.EXTENT) {
            require(
                    argument.axis() >= 0 && argument.axis() < rank,
                    subject + "/dim",
                    "must be from 0 to " + (rank - 1) + ", not " + argument.axis());
            require(
                    argument.type() == ElementType.INT || argument.type() == ElementType.LONG,
                    subject + "/dataType",
                    "an extent is int or long, not " + argument.type().word());
        }
        if (argument.size() != null) {
            checkSize(argument, subject + "/arg_size");
        }
    }

    private static void checkSize(StencilArgument argument, String subject) {
        long cells = 1;
        for (int axis = 0; axis < 3; axis++) {
            long extent = argument.size().get(axis);
            require(extent >= 1, subject, "an extent must be at least 1, not " + extent);
            require(
                    extent <= MOST_CELLS / cells,
                    subject,
                    "more than 2^48 cells: " + argument.size().extents(3));
            cells *= extent;
        }
    }

    private void checkGhost() {
        StencilArgument grid = find(ghost.array());
        require(
                grid != null && grid.property().isArray() && grid.property() != Property.OUTPUT,
                "ghost_zone",
                "'" + ghost.array() + "' is no array that is read");
        for (int axis = 0; axis < 3; axis++) {
            long lower = ghost.lower().get(axis);
            long upper = ghost.upper().get(axis);
            require(
                    lower <= 0 && upper >= 0 && (axis < rank || lower == 0 && upper == 0),
                    "ghost_zone",
                    "dimension %s needs lower <= 0 <= upper, not %s, %s"
                            .formatted(axis, lower, upper));
            require(
                    -lower <= FARTHEST && upper <= FARTHEST,
                    "ghost_zone",
                    "an offset is at most " + FARTHEST + ", not " + lower + ", " + upper);
        }
        require(
                ghost.points().size() <= MOST_POINTS,
                "ghost_zone",
                "more than " + MOST_POINTS + " points");
        Set<Point> seen = new HashSet<>();
        for (int i = 0; i < ghost.points().size(); i++) {
            Point point = ghost.points().get(i);
            CellBox one = new CellBox(point, point.plus(Point.ONE));
            require(
                    ghost.box().contains(one),
                    "point " + i,
                    "(" + point.extents(rank).replace(" x ", ", ") + ") is outside the ghost zone");
            require(seen.add(point), "point " + i, "the point is given twice");
        }
    }

    private void checkKernel() {
        require(
                kernel.function().matches("[A-Za-z_][A-Za-z_0-9]*"),
                "kernel/function",
                "'" + kernel.function() + "' is no name of a function");
        for (int axis = 0; axis < 3; axis++) {
            long global = kernel.global().get(axis);
            long local = kernel.local().get(axis);
            require(
                    global >= 1 && (axis < rank || global == 1),
                    "kernel/global",
                    "dimension " + axis + " needs at least one work-item, not " + global);
            require(
                    local >= 1 && global % local == 0,
                    "kernel/local",
                    "a group of %s does not divide the %s work-items of dimension %s"
                            .formatted(local, global, axis));
        }
    }

    private void checkUseful() {
        String subject = "argument " + ghost.array() + "/arg_size";
        Point size = find(ghost.array()).size();
        for (int axis = 0; axis < 3; axis++) {
            long useful = size.get(axis) - ghost.upper().get(axis) + ghost.lower().get(axis);
            require(
                    useful >= 1 && (axis < rank || useful == 1),
                    subject,
                    "dimension %s has %s cells beside the ghost zone; at least one is needed"
                            .formatted(axis, useful));
            long global = kernel.global().get(axis);
            require(
                    useful % global == 0,
                    subject,
                    ("dimension %s has %s cells beside the ghost zone, no multiple of its %s"
                                    + " work-items")
                            .formatted(axis, useful, global));
        }
    }

    private void checkExtents() {
        for (StencilArgument argument : arguments) {
            long extent =
                    argument.property() == Property.EXTENT
                            ? find(ghost.array()).size().get(argument.axis())
                            : 0;
            require(
                    extent <= Integer.MAX_VALUE || argument.type() == ElementType.LONG,
                    "argument " + argument.name() + "/dataType",
                    "must be long for an extent of " + extent);
        }
    }

    private void checkSwap() {
        require(swapIn.isEmpty() == swapOut.isEmpty(), "swap", "needs both 'in' and 'out'");
        if (swapIn.isEmpty()) {
            return;
        }
        StencilArgument in = find(swapIn);
        StencilArgument out = find(swapOut);
        require(
                in != null && in.property() == Property.INPUT,
                "swap",
                "'" + swapIn + "' is no input");
        require(
                out != null && out.property().isWritten(),
                "swap",
                "'" + swapOut + "' is neither output nor inout");
        require(
                swapIn.equals(ghost.array()),
                "swap",
                "the array with the ghost zone, " + ghost.array() + ", must be the one swapped in");
        require(
                in.size().equals(out.size()) && in.type() == out.type(),
                "swap",
                "the two arrays differ in extents or type");
    }

    private void checkWritten() {
        int written = 0;
        Point size = find(ghost.array()).size();
        for (StencilArgument argument : arguments) {
            if (argument.property().isWritten()) {
                written++;
                require(
                        argument.size().equals(size),
                        "argument " + argument.name() + "/arg_size",
                        "an array that is written has the extents of " + ghost.array());
                require(
                        !argument.name().equals(ghost.array()),
                        "ghost_zone",
                        "an array that is read around a cell cannot be written in the same launch");
            }
        }
        require(written > 0, "", "no argument is written");
    }

    /**
     * Rejects an array of nearly the grid's extents: it would not be cut with the grid, so other
     * cells would be read.
     */
    private void checkWhole() {
        Point size = find(ghost.array()).size();
        for (StencilArgument argument : arguments) {
            if (argument.property().isArray() && !argument.size().equals(size)) {
                require(
                        !isNear(argument.size(), size),
                        "argument " + argument.name() + "/arg_size",
                        "has nearly the extents of the grid "
                                + ghost.array()
                                + ", "
                                + argument.size().extents(rank)
                                + " to "
                                + size.extents(rank)
                                + ": give it the same, then it is cut with the grid. An array"
                                + " that every domain is to have as a whole has one extent, here "
                                + argument.size().product()
                                + (rank == 1 ? ", or is longer" : ""));
            }
        }
    }

    private boolean isNear(Point other, Point size) {
        boolean near = true;
        for (int axis = 0; axis < 3; axis++) {
            long border = ghost.upper().get(axis) - ghost.lower().get(axis);
            long few = Math.min(border + 1, 1 + size.get(axis) / 4);
            long more = Math.abs(other.get(axis) - size.get(axis));
            near &= more <= (axis < rank ? few : 0);
        }
        return near;
    }

    private StencilArgument find(String name) {
        return arguments.stream().filter(one -> one.name().equals(name)).findFirst().orElse(null);
    }
}
