package org.anabranch.stencil.shell;

import org.anabranch.api.ProgramException;
import org.anabranch.stencil.Box;
import org.anabranch.stencil.Point;
import org.anabranch.stencil.Stencil;
import org.anabranch.stencil.StencilArgument;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.SplittableRandom;

import javax.imageio.ImageIO;

/**
 * Arrays from files and to files. A raw file holds cells in native byte order, x fastest, with
 * ghost zones or without. A PNG image is taken as its brightness, 0 to 1, one pixel per cell;
 * written, an array is 16-bit grey over a given range, of three dimensions the middle slice. What
 * surrounds an image or a grid without ghosts repeats its edge.
 */
record GridFiles(Stencil stencil, boolean scale) {
    private static final double RED = 0.2126;
    private static final double GREEN = 0.7152;
    private static final double BLUE = 0.0722;
    private static final int WHITE = 0xFFFF;

    /** Fills an array from {@code random}, {@code pulse}, a number, an image or a raw file. */
    MemorySegment read(StencilArgument argument, String source, Arena arena) {
        MemorySegment memory = arena.allocate(argument.bytes(), 128);
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
            } else if (source.toLowerCase(Locale.ROOT).endsWith(".png")) {
                image(cells, argument, Path.of(source));
            } else {
                raw(cells, argument, memory, Path.of(source));
            }
        } catch (IOException | NumberFormatException unreadable) {
            throw new ProgramException(
                    "cannot read " + source + " for " + argument.name() + ": " + unreadable,
                    unreadable);
        }
        return memory;
    }

    /** A smooth bump in the middle, a sixteenth of the shortest extent wide. */
    private void pulse(GridNumbers cells, Point size) {
        double width = Math.max(1, size.x() / 16.0);
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
        BufferedImage image = ImageIO.read(path.toFile());
        if (image == null) {
            throw new IOException("no image that can be read");
        }
        Point pixels = new Point(image.getWidth(), image.getHeight(), 1);
        Box useful = stencil.useful();
        boolean whole = pixels.equals(argument.size());
        if (!whole && !pixels.equals(useful.size()) && !scale) {
            throw new ProgramException(
                    path
                            + " has "
                            + pixels.extents(2)
                            + " pixels; "
                            + argument.name()
                            + " needs "
                            + useful.size().extents(2)
                            + " (or "
                            + argument.size().extents(2)
                            + " with ghost zones), or --scale");
        }
        Box target = whole ? new Box(Point.ZERO, argument.size()) : useful;
        double acrossX = (double) pixels.x() / target.size().x();
        double acrossY = (double) pixels.y() / target.size().y();
        cells.fill(
                place -> {
                    double x = (clamp(place, target, 0) + 0.5) * acrossX - 0.5;
                    double y = (clamp(place, target, 1) + 0.5) * acrossY - 0.5;
                    return between(image, x, y);
                });
    }

    private static long clamp(Point place, Box target, int axis) {
        return Math.clamp(place.get(axis) - target.low().get(axis), 0, target.size().get(axis) - 1);
    }

    /** Bilinear. */
    private static double between(BufferedImage image, double x, double y) {
        int left = (int) Math.floor(x);
        int top = (int) Math.floor(y);
        double right = x - left;
        double below = y - top;
        double upper = grey(image, left, top) * (1 - right) + grey(image, left + 1, top) * right;
        if (below == 0) {
            return upper;
        }
        double lower =
                grey(image, left, top + 1) * (1 - right) + grey(image, left + 1, top + 1) * right;
        return upper * (1 - below) + lower * below;
    }

    private static double grey(BufferedImage image, int x, int y) {
        int column = Math.clamp(x, 0, image.getWidth() - 1);
        int row = Math.clamp(y, 0, image.getHeight() - 1);
        if (image.getType() == BufferedImage.TYPE_USHORT_GRAY) {
            return image.getRaster().getSample(column, row, 0) / (double) WHITE;
        }
        int colour = image.getRGB(column, row);
        return (RED * (colour >> 16 & 255) + GREEN * (colour >> 8 & 255) + BLUE * (colour & 255))
                / 255;
    }

    private void raw(GridNumbers cells, StencilArgument argument, MemorySegment memory, Path path)
            throws IOException {
        long bytes = Files.size(path);
        long inside = stencil.useful().cells() * argument.type().bytes();
        boolean cut = argument.size().equals(stencil.grid().size());
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
            Box useful = stencil.useful();
            Point size = useful.size();
            GridNumbers given = new GridNumbers(argument, content);
            cells.fill(
                    place ->
                            given.at(
                                    (clamp(place, useful, 2) * size.y() + clamp(place, useful, 1))
                                                    * size.x()
                                            + clamp(place, useful, 0)));
        }
    }

    /** Writes an array to an image or a raw file, which is complete or not there. */
    void write(StencilArgument argument, MemorySegment memory, Path path, double low, double high)
            throws IOException {
        Path part = path.resolveSibling(path.getFileName() + ".part");
        if (path.toString().toLowerCase(Locale.ROOT).endsWith(".png")) {
            if (!ImageIO.write(image(argument, memory, low, high), "png", part.toFile())) {
                throw new IOException("this Java writes no PNG");
            }
        } else {
            try (FileChannel file =
                    FileChannel.open(
                            part,
                            StandardOpenOption.CREATE,
                            StandardOpenOption.TRUNCATE_EXISTING,
                            StandardOpenOption.WRITE)) {
                for (long at = 0; at < argument.bytes(); at += 1 << 26) {
                    long count = Math.min(1 << 26, argument.bytes() - at);
                    var block = memory.asSlice(at, count).asByteBuffer();
                    while (block.hasRemaining()) {
                        file.write(block);
                    }
                }
            }
        }
        Files.move(part, path, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    }

    private BufferedImage image(
            StencilArgument argument, MemorySegment memory, double low, double high) {
        Box useful = stencil.useful();
        int width = Math.toIntExact(useful.size().x());
        int height = Math.toIntExact(useful.size().y());
        long slice = (useful.low().z() + useful.high().z()) / 2;
        GridNumbers cells = new GridNumbers(argument, memory);
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_USHORT_GRAY);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                long row = slice * argument.size().y() + useful.low().y() + y;
                double value = cells.at(row * argument.size().x() + useful.low().x() + x);
                double share = Math.clamp((value - low) / (high - low), 0.0, 1.0);
                image.getRaster().setSample(x, y, 0, (int) Math.round(share * WHITE));
            }
        }
        return image;
    }
}
