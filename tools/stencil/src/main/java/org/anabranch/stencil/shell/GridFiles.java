package org.anabranch.stencil.shell;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.ProgramException;
import org.anabranch.stencil.description.Stencil;
import org.anabranch.stencil.description.StencilArgument;
import org.anabranch.stencil.geometry.CellBox;
import org.anabranch.stencil.geometry.Point;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Input and output of arrays in files. A raw file holds cells in native byte order, x fastest, with
 * ghost zones or without. A PNG image is read as brightness, 0 to 1, one pixel per cell. An array
 * is written as 16-bit grey over a given range, the middle slice of three dimensions. Around an
 * image or a grid without ghosts the edge is repeated.
 */
record GridFiles(Stencil stencil, boolean scale) {
    private static final long MOST_PIXELS = 1L << 28;
    private static final long BLOCK = 1 << 26;

    /** Returns true for an image; throws if this Java has no classes for it. */
    private static boolean isImage(Path path) {
        boolean image = path.toString().toLowerCase(Locale.ROOT).endsWith(".png");
        if (image && ModuleLayer.boot().findModule("java.desktop").isEmpty()) {
            throw new ProgramException(
                    path
                            + ": this Java has no module java.desktop, which reads and writes"
                            + " images; use a raw file");
        }
        return image;
    }

    /** Fills an array from {@code random}, {@code pulse}, a number, an image or a raw file. */
    MemorySegment read(StencilArgument argument, String source, Arena arena) {
        MemorySegment memory = argument.allocate(arena);
        GridNumbers cells = new GridNumbers(argument, memory);
        try {
            if (source.equals("random")) {
                SplittableRandom random = new SplittableRandom(1);
                cells.fill(place -> random.nextDouble());
            } else if (source.equals("pulse")) {
                pulse(cells, argument.size());
            } else if (source.matches("[-+]?[0-9.]+([eE][-+]?[0-9]+)?")) {
                double value = Double.parseDouble(source);
                cells.fill(place -> value);
            } else if (isImage(Path.of(source))) {
                image(cells, argument, Path.of(source));
            } else {
                raw(cells, argument, memory, Path.of(source));
            }
        } catch (AnabranchException known) {
            throw known;
        } catch (NoSuchFileException none) {
            throw new ProgramException(
                    ("no file %s for %s; a source is a PNG image, a raw file, random, pulse or a"
                                    + " number")
                            .formatted(source, argument.name()),
                    none);
        } catch (IOException
                | RuntimeException unreadable) { // readers of images throw various exceptions
            throw new ProgramException(
                    "cannot read " + source + " for " + argument.name() + ": " + unreadable,
                    unreadable);
        }
        return memory;
    }

    /** Sets a smooth bump in the middle, a sixteenth of the shortest extent wide. */
    private void pulse(GridNumbers cells, Point size) {
        double shortest = size.x();
        for (int axis = 1; axis < stencil.rank(); axis++) {
            shortest = Math.min(shortest, size.get(axis));
        }
        double width = Math.max(1, shortest / 16);
        cells.fill(
                place -> {
                    double distance = 0;
                    for (int axis = 0; axis < stencil.rank(); axis++) {
                        double off = place.get(axis) - size.get(axis) / 2.0;
                        distance += off * off;
                    }
                    return Math.exp(-distance / (width * width));
                });
    }

    private void image(GridNumbers cells, StencilArgument argument, Path path) throws IOException {
        if (stencil.rank() != 2) {
            throw new ProgramException("an image needs two dimensions, not " + stencil.rank());
        }
        CellBox target = area(argument);
        CellBox all = new CellBox(Point.ZERO, argument.size());
        Point[] pixels = {Point.ONE};
        Picture picture =
                Picture.read(
                        path,
                        size -> {
                            requireFits(argument, path, size, target.size());
                            pixels[0] = size;
                        });
        CellBox filled = pixels[0].equals(argument.size()) ? all : target;
        double acrossX = (double) pixels[0].x() / filled.size().x();
        double acrossY = (double) pixels[0].y() / filled.size().y();
        cells.fill(
                place -> {
                    double x = (clamp(place, filled, 0) + 0.5) * acrossX - 0.5;
                    double y = (clamp(place, filled, 1) + 0.5) * acrossY - 0.5;
                    return picture.between(x, y);
                });
    }

    /**
     * {@return the cells that an image covers: those that are computed, or all if the array is not
     * cut}
     */
    private CellBox area(StencilArgument argument) {
        return isCut(argument) ? stencil.useful() : new CellBox(Point.ZERO, argument.size());
    }

    private boolean isCut(StencilArgument argument) {
        return argument.size().equals(stencil.grid().size());
    }

    private void requireFits(StencilArgument argument, Path path, Point pixels, Point area) {
        boolean exact = pixels.equals(argument.size()) || pixels.equals(area);
        if (!exact && !scale) {
            throw new ProgramException(
                    path
                            + " has "
                            + pixels.extents(2)
                            + " pixels; "
                            + argument.name()
                            + " needs "
                            + area.extents(2)
                            + (area.equals(argument.size())
                                    ? ""
                                    : " (or " + argument.size().extents(2) + " with ghost zones)")
                            + ", or --scale");
        }
        if (pixels.product() > MOST_PIXELS) {
            throw new ProgramException(
                    "%s: %s pixels are more than %s; take a raw file"
                            .formatted(path, pixels.extents(2), MOST_PIXELS));
        }
    }

    private static long clamp(Point place, CellBox target, int axis) {
        return Math.clamp(place.get(axis) - target.low().get(axis), 0, target.size().get(axis) - 1);
    }

    private void raw(GridNumbers cells, StencilArgument argument, MemorySegment memory, Path path)
            throws IOException {
        long bytes = Files.size(path);
        long inside = stencil.useful().cells() * argument.type().bytes();
        boolean cut = isCut(argument);
        if (bytes != argument.bytes() && (bytes != inside || !cut)) {
            throw new ProgramException(
                    path
                            + " has "
                            + bytes
                            + " bytes; "
                            + argument.name()
                            + " needs "
                            + argument.bytes()
                            + (cut ? ", or " + inside + " without ghost zones" : ""));
        }
        try (Arena arena = Arena.ofConfined();
                FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
            MemorySegment content = file.map(FileChannel.MapMode.READ_ONLY, 0, bytes, arena);
            if (bytes == argument.bytes()) {
                memory.copyFrom(content);
                return;
            }
            CellBox useful = stencil.useful();
            GridNumbers given = new GridNumbers(argument, content);
            cells.fill(
                    place ->
                            given.at(
                                    Point.of(3, 0, axis -> clamp(place, useful, axis))
                                            .index(useful.size())));
        }
    }

    /** Writes an array to an image or a raw file, completely or not at all. */
    void write(StencilArgument argument, MemorySegment memory, Path path, double low, double high) {
        Path part = path.resolveSibling(path.getFileName() + ".part");
        try {
            try {
                if (isImage(path)) {
                    image(argument, memory, low, high).write(part);
                } else {
                    raw(memory.asSlice(0, argument.bytes()), part);
                }
                Files.move(part, path, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(part);
            }
        } catch (IOException unwritable) {
            throw new ProgramException("cannot write " + path + ": " + unwritable, unwritable);
        }
    }

    private static void raw(MemorySegment memory, Path path) throws IOException {
        try (FileChannel file =
                FileChannel.open(
                        path,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE)) {
            for (long at = 0; at < memory.byteSize(); at += BLOCK) {
                long count = Math.min(BLOCK, memory.byteSize() - at);
                ByteBuffer block = memory.asSlice(at, count).asByteBuffer();
                while (block.hasRemaining()) {
                    file.write(block);
                }
            }
        }
    }

    /** Throws, before a long run, if the array could not be written after it. */
    void requireWritable(StencilArgument argument, Path path) {
        Path folder = path.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder) || Files.isDirectory(path)) {
            throw new ProgramException(
                    "cannot write "
                            + path
                            + (Files.isDirectory(path) ? ": it is a folder" : ": no such folder"));
        }
        boolean png = isImage(path);
        Point size = area(argument).size();
        if (png && size.x() * size.y() > MOST_PIXELS) {
            throw new ProgramException(
                    "cannot write " + path + ": more than " + MOST_PIXELS + " pixels");
        }
    }

    private Picture image(StencilArgument argument, MemorySegment memory, double low, double high) {
        CellBox area = area(argument);
        int width = Math.toIntExact(area.size().x());
        int height = Math.toIntExact(area.size().y());
        long slice = (area.low().z() + area.high().z()) / 2;
        GridNumbers cells = new GridNumbers(argument, memory);
        return Picture.of(
                width,
                height,
                (x, y) -> {
                    Point cell = new Point(area.low().x() + x, area.low().y() + y, slice);
                    double value = cells.at(cell.index(argument.size()));
                    return Math.clamp((value - low) / (high - low), 0.0, 1.0);
                });
    }
}
