package org.anabranch.stencil.description;

import org.anabranch.api.MemoryExhaustedException;
import org.anabranch.stencil.geometry.CellBox;
import org.anabranch.stencil.geometry.Point;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The description of a single-device stencil kernel, with all that is needed to cut it: the
 * description of STEPOCL. Made by {@link StencilReader} or {@link StencilBuilder}, checked,
 * immutable.
 *
 * <p>A kernel can run unmodified if it addresses its arrays from the first cell of the array, item
 * i of an axis works on the {@code ppw} cells from {@code i * ppw + (-lower)} on, and it takes the
 * pitches from arguments of property {@code extent}. A zone then looks to it like a smaller
 * complete problem (ST-03).
 *
 * @param rank axes in use, 1 to 3
 * @param iterations number of kernel launches (TI)
 * @param arguments in the kernel's order
 * @param swapIn name of the array that is read, and becomes the output by the swap; empty without
 *     swap
 * @param swapOut name of the array that is written; empty without swap
 * @param ghost the ghost zone of the array that is read
 * @param kernel the code and its work-items
 */
public record Stencil(
        int rank,
        long iterations,
        List<StencilArgument> arguments,
        String swapIn,
        String swapOut,
        Ghost ghost,
        KernelSource kernel) {

    /**
     * Checks the whole description.
     *
     * @throws DescriptionException if it is invalid
     */
    public Stencil {
        arguments = List.copyOf(arguments);
        new StencilRules(rank, iterations, arguments, swapIn, swapOut, ghost, kernel).check();
    }

    /** {@return true if input and output are swapped after each iteration} */
    public boolean swaps() {
        return !swapIn.isEmpty();
    }

    /**
     * Returns an argument.
     *
     * @param name its name
     * @return the argument, or empty
     */
    public Optional<StencilArgument> argument(String name) {
        return arguments.stream().filter(one -> one.name().equals(name)).findFirst();
    }

    /** {@return the array with the ghost zone} */
    public StencilArgument grid() {
        return argument(ghost.array()).orElseThrow();
    }

    /**
     * Returns true for arrays that are cut, false for those that every zone has as a whole.
     *
     * @param argument one of this description
     * @return true if it is an array of the grid's extents
     */
    public boolean isCut(StencilArgument argument) {
        return argument.property().isArray() && argument.size().equals(grid().size());
    }

    /**
     * Returns true if zones may be shorter than the whole on an axis (ST-03).
     *
     * @param axis from 0
     * @return true if it is the slowest axis, or an argument of property extent passes its extent
     *     to the kernel
     */
    public boolean canBeCut(int axis) {
        return axis == rank - 1
                || arguments.stream()
                        .anyMatch(
                                one ->
                                        one.property() == StencilArgument.Property.EXTENT
                                                && one.axis() == axis);
    }

    /** {@return the cells that are computed, in array coordinates (ST-02)} */
    public CellBox useful() {
        Point high = grid().size().minus(ghost.upper());
        return CellBox.of(rank, axis -> -ghost.lower().get(axis), high::get);
    }

    /** {@return cells per work-item, per axis: ppw (ST-02)} */
    public Point cellsPerItem() {
        Point useful = useful().size();
        Point global = kernel.global();
        return new Point(useful.x() / global.x(), useful.y() / global.y(), useful.z() / global.z());
    }

    /** {@return cells of a work-group, per axis} */
    public Point cellsPerGroup() {
        Point per = cellsPerItem();
        return Point.of(3, 1, axis -> per.get(axis) * kernel.local().get(axis));
    }

    /**
     * Returns the cells of some work-items.
     *
     * @param items box of global work-items
     * @return their cells in array coordinates
     */
    public CellBox cells(CellBox items) {
        Point per = cellsPerItem();
        Point first = useful().low();
        return CellBox.of(
                rank,
                axis -> first.get(axis) + items.low().get(axis) * per.get(axis),
                axis -> first.get(axis) + items.high().get(axis) * per.get(axis));
    }

    /**
     * Returns the work-items of all groups that compute some of these cells.
     *
     * @param cells in array coordinates; those that are not computed are ignored
     * @return box of global work-items
     */
    public CellBox groupsAround(CellBox cells) {
        CellBox inside = cells.and(useful()).from(useful().low());
        Point local = kernel.local();
        Point group = cellsPerGroup();
        return CellBox.of(
                rank,
                axis -> Math.floorDiv(inside.low().get(axis), group.get(axis)) * local.get(axis),
                axis -> Math.ceilDiv(inside.high().get(axis), group.get(axis)) * local.get(axis));
    }

    /**
     * Returns the same kernel over another number of work-groups, with arrays of the necessary
     * size.
     *
     * @param groups per axis
     * @param launches number of iterations
     * @return the other description
     */
    public Stencil resized(Point groups, long launches) {
        Point local = kernel.local();
        Point global = Point.of(rank, 1, axis -> groups.get(axis) * local.get(axis));
        Point cells = Point.of(rank, 1, axis -> groups.get(axis) * cellsPerGroup().get(axis));
        Point all = cells.plus(grid().size()).minus(useful().size());
        List<StencilArgument> changed =
                arguments.stream()
                        .map(one -> one.size() != null && isCut(one) ? one.sized(all) : one)
                        .toList();
        KernelSource source =
                new KernelSource(kernel.file(), kernel.text(), kernel.function(), global, local);
        return new Stencil(rank, launches, changed, swapIn, swapOut, ghost, source);
    }

    /** {@return the arguments that are arrays, in the kernel's order} */
    public List<StencilArgument> arrays() {
        return arguments.stream().filter(one -> one.property().isArray()).toList();
    }

    /** {@return the arrays that a run changes, under their final names (ST-19)} */
    public List<String> results() {
        List<String> names = new ArrayList<>();
        for (StencilArgument argument : arguments) {
            boolean inPlace = argument.property() == StencilArgument.Property.INOUT;
            boolean swappedOut = argument.name().equals(swapOut);
            if (argument.name().equals(swapIn)
                    || argument.property().isWritten() && (!swappedOut || inPlace)) {
                names.add(argument.name());
            }
        }
        return names;
    }

    /**
     * Allocates all arrays, filled with zeros.
     *
     * @param arena owns the memory
     * @return the arrays by name
     * @throws MemoryExhaustedException if this machine does not have the memory
     */
    public Map<String, MemorySegment> zeros(Arena arena) {
        Map<String, MemorySegment> arrays = new HashMap<>();
        arrays().forEach(argument -> arrays.put(argument.name(), argument.allocate(arena)));
        return arrays;
    }

    /**
     * Returns the same stencil with another number of iterations.
     *
     * @param launches at least 0
     * @return the other description
     */
    public Stencil iterating(long launches) {
        return new Stencil(rank, launches, arguments, swapIn, swapOut, ghost, kernel);
    }
}
