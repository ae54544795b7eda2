package org.anabranch.stencil.description;

import static org.anabranch.stencil.description.XmlElement.Child.one;
import static org.anabranch.stencil.description.XmlElement.Child.optional;

import org.anabranch.stencil.description.StencilArgument.Property;
import org.anabranch.stencil.description.XmlElement.Child;
import org.anabranch.stencil.geometry.Point;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A reader for the XML form of a description, defined by {@code stencil.xsd} beside this class
 * (ST-01). Every error names file, line and column. Document types and external entities are
 * rejected.
 */
public final class StencilReader {
    private static final int MOST_BYTES = 1 << 20;
    private static final int MOST_KERNEL_BYTES = 4 << 20;

    private final KernelFiles kernels;
    private final Map<String, XmlElement> places = new HashMap<>();

    /** A source of kernel texts. */
    @FunctionalInterface
    public interface KernelFiles {
        /**
         * Reads a kernel file.
         *
         * @param name as in the description
         * @return OpenCL C
         * @throws IOException if there is no such file
         */
        String text(String name) throws IOException;
    }

    private StencilReader(KernelFiles kernels) {
        this.kernels = kernels;
    }

    /**
     * Reads a file; the name of the kernel's file is relative to it.
     *
     * @param path the file
     * @return the description
     * @throws DescriptionException if it is invalid
     */
    public static Stencil read(Path path) {
        Path folder = path.toAbsolutePath().getParent();
        try (InputStream source = Files.newInputStream(path)) {
            return read(path.toString(), source, name -> kernelText(folder.resolve(name)));
        } catch (NoSuchFileException missing) {
            throw new DescriptionException("", "there is no file " + path);
        } catch (IOException unreadable) {
            throw new DescriptionException("", "cannot read " + path + ": " + unreadable);
        }
    }

    private static String kernelText(Path path) throws IOException {
        if (!Files.isRegularFile(path)) {
            throw new IOException(Files.exists(path) ? "no file" : "there is no such file");
        }
        if (Files.size(path) > MOST_KERNEL_BYTES) {
            throw new IOException("more than " + MOST_KERNEL_BYTES + " bytes");
        }
        return Files.readString(path);
    }

    /**
     * Reads from a stream.
     *
     * @param file name for messages
     * @param source the XML, read to its end
     * @param kernels finds kernel files
     * @return the description
     * @throws IOException if the source cannot be read
     * @throws DescriptionException if it is invalid
     */
    public static Stencil read(String file, InputStream source, KernelFiles kernels)
            throws IOException {
        byte[] bytes = source.readNBytes(MOST_BYTES + 1);
        if (bytes.length > MOST_BYTES) {
            throw new DescriptionException("", file + " has more than " + MOST_BYTES + " bytes");
        }
        XmlElement root = XmlTree.read(file, new ByteArrayInputStream(bytes));
        return new StencilReader(kernels).stencil(root);
    }

    private Stencil stencil(XmlElement root) {
        if (!root.name.equals("stepocl")) {
            throw root.complaint("a description is a <stepocl>");
        }
        root.attributed("version");
        if (!root.attributes.get("version").equals("1")) {
            throw root.complaint("version must be 1, not " + root.attributes.get("version"));
        }
        root.holding(
                one("iterations"),
                new Child("argument", 1, StencilRules.MOST_ARGUMENTS),
                optional("swap"),
                one("ghost_zone"),
                one("kernel"));
        note("", root);
        try {
            return interpret(root);
        } catch (DescriptionException unplaced) {
            throw unplaced.line() > 0 ? unplaced : placed(unplaced);
        }
    }

    /** Returns the exception with the position of its subject, or of the enclosing element. */
    private DescriptionException placed(DescriptionException unplaced) {
        String subject = unplaced.subject();
        while (!places.containsKey(subject)) {
            subject = subject.contains("/") ? subject.substring(0, subject.lastIndexOf('/')) : "";
        }
        return places.get(subject).complaint(unplaced.complaint(), unplaced);
    }

    private void note(String subject, XmlElement element) {
        places.put(subject, element);
        for (XmlElement child : element.children) {
            places.put(subject + "/" + child.name, child);
        }
    }

    private Stencil interpret(XmlElement root) {
        long iterations = root.child("iterations").number(0, StencilRules.MOST_ITERATIONS);
        places.put("iterations", root.child("iterations"));
        XmlElement ghost = root.child("ghost_zone");
        note("ghost_zone", ghost);
        int rank = ghost.all("dim").size();
        List<StencilArgument> arguments = new ArrayList<>();
        for (XmlElement element : root.all("argument")) {
            arguments.add(argument(element));
        }
        String in = "";
        String out = "";
        if (root.has("swap")) {
            XmlElement swap = root.child("swap").attributed().holding(one("in"), one("out"));
            note("swap", swap);
            in = swap.child("in").word();
            out = swap.child("out").word();
        }
        Ghost read = ghost(ghost);
        KernelSource kernel = kernel(root.child("kernel"));
        sameRank(root, arguments, read, rank);
        return new Stencil(rank, iterations, arguments, in, out, read, kernel);
    }

    private StencilArgument argument(XmlElement element) {
        element.attributed()
                .holding(
                        one("name"),
                        one("property"),
                        one("dataType"),
                        one("cl_mem"),
                        optional("arg_size"),
                        optional("dim"),
                        optional("value"));
        String name = element.child("name").word();
        places.putIfAbsent("argument " + name, element);
        XmlElement first = places.get("argument " + name);
        note("argument " + name, first == element ? element : first);
        places.put("argument " + name + "/name", element.child("name"));
        Property property =
                Property.of(element.child("property").word())
                        .orElseThrow(
                                () ->
                                        element.child("property")
                                                .complaint(
                                                        "must be input, output, inout, extent or"
                                                                + " scalar"));
        ElementType type =
                ElementType.of(element.child("dataType").word())
                        .orElseThrow(
                                () -> element.child("dataType").complaint(ElementType.UNKNOWN));
        long memory = element.child("cl_mem").number(0, 1);
        if (memory == 1 != property.isArray()) {
            throw element.child("cl_mem")
                    .complaint(
                            "must be %s for an argument that is %s"
                                    .formatted(property.isArray() ? 1 : 0, property.word()));
        }
        Number value = element.has("value") ? value(element.child("value"), type) : null;
        return new StencilArgument(
                name, property, type, size(element, property), axis(element, property), value);
    }

    private static Number value(XmlElement element, ElementType type) {
        try {
            return type.parse(element.word());
        } catch (NumberFormatException e) {
            throw element.complaint(
                    "'" + element.word() + "' is no value of type " + type.word(), e);
        }
    }

    private static Point size(XmlElement argument, Property property) {
        if (argument.has("arg_size") != property.isArray()) {
            throw argument.complaint(
                    property.isArray()
                            ? "cl_mem 1 needs <arg_size>"
                            : "cl_mem 0 forbids <arg_size>");
        }
        return property.isArray() ? extents(argument.child("arg_size"), "dim_size") : null;
    }

    private static int axis(XmlElement argument, Property property) {
        if (argument.has("dim") != (property == Property.EXTENT)) {
            throw argument.complaint("an extent, and nothing else, has a <dim>");
        }
        return property == Property.EXTENT ? (int) argument.child("dim").number(0, 2) : 0;
    }

    private static Point extents(XmlElement element, String each) {
        element.attributed().holding(new Child(each, 1, 3));
        List<XmlElement> sizes = element.children;
        return Point.of(sizes.size(), 1, axis -> sizes.get(axis).number(1, 1L << 48));
    }

    private Ghost ghost(XmlElement element) {
        element.attributed("array")
                .holding(new Child("dim", 1, 3), new Child("point", 0, StencilRules.MOST_POINTS));
        List<XmlElement> dims = element.all("dim");
        dims.forEach(dim -> dim.attributed().holding(one("lower"), one("upper")));
        long far = StencilRules.FARTHEST;
        Point lower =
                Point.of(dims.size(), 0, axis -> dims.get(axis).child("lower").number(-far, 0));
        Point upper =
                Point.of(dims.size(), 0, axis -> dims.get(axis).child("upper").number(0, far));
        List<Point> points = new ArrayList<>();
        for (XmlElement point : element.all("point")) {
            places.put("point " + points.size(), point);
            points.add(point(point, dims.size()));
        }
        return new Ghost(element.attributes.get("array"), lower, upper, points);
    }

    private static Point point(XmlElement element, int rank) {
        String[] words = element.word().split("\\s+");
        if (words.length != rank) {
            throw element.complaint("needs " + rank + " offsets, not " + words.length);
        }
        Point point = Point.ZERO;
        for (int axis = 0; axis < rank; axis++) {
            try {
                point = point.with(axis, Integer.parseInt(words[axis]));
            } catch (NumberFormatException e) {
                throw element.complaint("'" + words[axis] + "' is no whole number", e);
            }
        }
        return point;
    }

    private KernelSource kernel(XmlElement element) {
        element.attributed()
                .holding(one("name"), optional("function"), one("global"), one("local"));
        note("kernel", element);
        XmlElement name = element.child("name");
        String text;
        try {
            text = kernels.text(name.word());
        } catch (IOException | RuntimeException missing) {
            throw missing instanceof DescriptionException known
                    ? known
                    : name.complaint("cannot read " + name.word() + ": " + missing, missing);
        }
        String function =
                element.has("function") ? element.child("function").word() : onlyKernel(name, text);
        return new KernelSource(
                name.word(),
                text,
                function,
                extents(element.child("global"), "g_size"),
                extents(element.child("local"), "l_size"));
    }

    private static String onlyKernel(XmlElement name, String text) {
        List<String> functions = StencilKernelText.functions(text);
        if (functions.size() != 1) {
            throw name.complaint(
                    functions.isEmpty()
                            ? name.word() + " has no __kernel function"
                            : "say which function: " + name.word() + " has " + functions);
        }
        return functions.getFirst();
    }

    /** Checks that the number of dimensions is that of the ghost zone everywhere. */
    private void sameRank(XmlElement root, List<StencilArgument> arguments, Ghost ghost, int rank) {
        for (String sizes : List.of("global", "local")) {
            XmlElement element = root.child("kernel").child(sizes);
            if (element.children.size() != rank) {
                throw element.complaint(
                        "needs " + rank + " sizes, as the ghost zone has dimensions");
            }
        }
        List<XmlElement> elements = root.all("argument");
        for (int i = 0; i < elements.size(); i++) {
            boolean grid = arguments.get(i).name().equals(ghost.array());
            boolean bound = grid || arguments.get(i).property().isWritten();
            if (bound && elements.get(i).has("arg_size")) {
                XmlElement size = elements.get(i).child("arg_size");
                if (size.children.size() != rank) {
                    throw size.complaint(
                            "needs " + rank + " extents, as the ghost zone has dimensions");
                }
            }
        }
    }
}
