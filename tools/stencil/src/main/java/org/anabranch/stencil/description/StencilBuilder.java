package org.anabranch.stencil.description;

import org.anabranch.stencil.description.StencilArgument.Property;
import org.anabranch.stencil.geometry.Point;

import java.util.ArrayList;
import java.util.List;

/**
 * A builder of descriptions in Java. Extents and offsets are given per axis, x first. Not
 * thread-safe.
 *
 * <pre>{@code
 * Stencil jacobi =
 *         new StencilBuilder(2)
 *                 .iterations(50)
 *                 .output("A", ElementType.FLOAT, 4116, 1026)
 *                 .input("B", ElementType.FLOAT, 4116, 1026)
 *                 .extent("pitch", 0)
 *                 .swap("B", "A")
 *                 .ghost("B", -10, 10, -1, 1)
 *                 .point(10, 0).point(-10, 0).point(0, 1).point(0, -1)
 *                 .kernel("jacobi.cl", text, "jacobi")
 *                 .global(4096, 256)
 *                 .local(64, 16)
 *                 .build();
 * }</pre>
 */
public final class StencilBuilder {
    private final int rank;
    private final List<StencilArgument> arguments = new ArrayList<>();
    private final List<Point> points = new ArrayList<>();
    private long iterations = 1;
    private String swapIn = "";
    private String swapOut = "";
    private String ghostArray = "";
    private Point lower = Point.ZERO;
    private Point upper = Point.ZERO;
    private String file = "";
    private String text = "";
    private String function = "";
    private Point global = Point.ONE;
    private Point local = Point.ONE;

    /**
     * Creates a builder.
     *
     * @param rank number of dimensions, 1 to 3
     */
    public StencilBuilder(int rank) {
        this.rank = rank;
    }

    /**
     * Sets the number of launches.
     *
     * @param count at least 0; 1 if not set
     * @return this
     */
    public StencilBuilder iterations(long count) {
        iterations = count;
        return this;
    }

    /**
     * Adds an array that is read.
     *
     * @param name unique
     * @param type of its cells
     * @param extents with ghost zones; other extents than the grid's make it whole everywhere
     * @return this
     */
    public StencilBuilder input(String name, ElementType type, long... extents) {
        return array(name, Property.INPUT, type, extents);
    }

    /**
     * Adds an array that is written.
     *
     * @param name unique
     * @param type of its cells
     * @param extents with ghost zones
     * @return this
     */
    public StencilBuilder output(String name, ElementType type, long... extents) {
        return array(name, Property.OUTPUT, type, extents);
    }

    /**
     * Adds an array that is written, and read at the cell that is written.
     *
     * @param name unique
     * @param type of its cells
     * @param extents with ghost zones
     * @return this
     */
    public StencilBuilder inOut(String name, ElementType type, long... extents) {
        return array(name, Property.INOUT, type, extents);
    }

    private StencilBuilder array(
            String name, Property property, ElementType type, long... extents) {
        arguments.add(
                new StencilArgument(
                        name, property, type, point(1, "argument " + name, extents), 0, null));
        return this;
    }

    /**
     * Adds an {@code int} argument that receives the local extent of an axis.
     *
     * @param name unique
     * @param axis from 0
     * @return this
     */
    public StencilBuilder extent(String name, int axis) {
        arguments.add(
                new StencilArgument(name, Property.EXTENT, ElementType.INT, null, axis, null));
        return this;
    }

    /**
     * Adds a scalar.
     *
     * @param name unique
     * @param value an {@code int}, {@code long}, {@code float} or {@code double}
     * @return this
     */
    public StencilBuilder scalar(String name, Number value) {
        ElementType type =
                switch (value) {
                    case Integer number -> ElementType.INT;
                    case Long number -> ElementType.LONG;
                    case Float number -> ElementType.FLOAT;
                    case Double number -> ElementType.DOUBLE;
                    default ->
                            throw new DescriptionException(
                                    "argument " + name + "/value",
                                    "a value is an int, long, float or double");
                };
        arguments.add(new StencilArgument(name, Property.SCALAR, type, null, 0, value));
        return this;
    }

    /**
     * Swaps two arrays after each iteration.
     *
     * @param in the one that is read
     * @param out the one that is written
     * @return this
     */
    public StencilBuilder swap(String in, String out) {
        swapIn = in;
        swapOut = out;
        return this;
    }

    /**
     * Sets the ghost zone.
     *
     * @param array the array that is read around a cell
     * @param bounds lowest and highest offset of x, then of y, then of z
     * @return this
     */
    public StencilBuilder ghost(String array, long... bounds) {
        if (bounds.length != 2 * rank) {
            throw new DescriptionException(
                    "ghost_zone", "needs a lower and an upper offset for each dimension");
        }
        ghostArray = array;
        lower = Point.of(rank, 0, axis -> bounds[2 * axis]);
        upper = Point.of(rank, 0, axis -> bounds[2 * axis + 1]);
        return this;
    }

    /**
     * Adds a dependent point.
     *
     * @param offset per axis
     * @return this
     */
    public StencilBuilder point(long... offset) {
        points.add(point(0, "point " + points.size(), offset));
        return this;
    }

    /**
     * Sets the code.
     *
     * @param name of the file, for messages
     * @param openCl OpenCL C, or an empty string if the kernel exists in other formats only
     * @param entry name of the function
     * @return this
     */
    public StencilBuilder kernel(String name, String openCl, String entry) {
        file = name;
        text = openCl;
        function = entry;
        return this;
    }

    /**
     * Sets the work-items.
     *
     * @param items per axis
     * @return this
     */
    public StencilBuilder global(long... items) {
        global = point(1, "kernel/global", items);
        return this;
    }

    /**
     * Sets the work-items of a group; zones are cut between groups.
     *
     * @param items per axis; 1 if not set
     * @return this
     */
    public StencilBuilder local(long... items) {
        local = point(1, "kernel/local", items);
        return this;
    }

    /**
     * Checks and returns the description.
     *
     * @return the description
     * @throws DescriptionException if it is invalid
     */
    public Stencil build() {
        return new Stencil(
                rank,
                iterations,
                arguments,
                swapIn,
                swapOut,
                new Ghost(ghostArray, lower, upper, points),
                new KernelSource(file, text, function, global, local));
    }

    private Point point(long otherwise, String subject, long... values) {
        if (values.length < 1 || values.length > 3 || otherwise == 0 && values.length != rank) {
            throw new DescriptionException(
                    subject, "has " + values.length + " dimensions where " + rank + " are needed");
        }
        return Point.of(values.length, otherwise, axis -> values[axis]);
    }
}
