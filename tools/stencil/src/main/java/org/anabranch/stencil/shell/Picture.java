package org.anabranch.stencil.shell;

import org.anabranch.stencil.geometry.Point;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.function.Consumer;

import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;

/**
 * An image as brightness, 0 to 1. The only class that needs the module {@code java.desktop}, which
 * a Java for servers may lack.
 */
record Picture(BufferedImage image) {
    private static final int WHITE = 0xFFFF;
    private static final double RED = 0.2126;
    private static final double GREEN = 0.7152;
    private static final double BLUE = 0.0722;

    /** The brightness of a pixel. */
    interface Brightness {
        double at(int x, int y);
    }

    /** Creates a grey image. */
    static Picture of(int width, int height, Brightness brightness) {
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_USHORT_GRAY);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                int grey = (int) Math.round(brightness.at(x, y) * WHITE);
                image.getRaster().setSample(x, y, 0, grey);
            }
        }
        return new Picture(image);
    }

    /** Writes a PNG file. */
    void write(Path path) throws IOException {
        if (!ImageIO.write(image, "png", path.toFile())) {
            throw new IOException("this Java writes no PNG");
        }
    }

    /**
     * Reads a file.
     *
     * @param fits receives the extents before the image is decoded; throws if they do not fit
     */
    static Picture read(Path path, Consumer<Point> fits) throws IOException {
        try (ImageInputStream stream = ImageIO.createImageInputStream(path.toFile())) {
            if (stream == null) {
                throw new NoSuchFileException(path.toString());
            }
            Iterator<ImageReader> readers = ImageIO.getImageReaders(stream);
            if (!readers.hasNext()) {
                throw new IOException("no image that can be read");
            }
            ImageReader reader = readers.next();
            try {
                reader.setInput(stream, true, true);
                fits.accept(new Point(reader.getWidth(0), reader.getHeight(0), 1));
                return new Picture(reader.read(0));
            } finally {
                reader.dispose();
            }
        }
    }

    /** Interpolates bilinearly; outside, the edge is repeated. */
    double between(double x, double y) {
        int left = (int) Math.floor(x);
        int top = (int) Math.floor(y);
        double right = x - left;
        double below = y - top;
        double upper = grey(left, top) * (1 - right) + grey(left + 1, top) * right;
        if (below == 0) {
            return upper;
        }
        double lower = grey(left, top + 1) * (1 - right) + grey(left + 1, top + 1) * right;
        return upper * (1 - below) + lower * below;
    }

    private double grey(int x, int y) {
        int column = Math.clamp(x, 0, image.getWidth() - 1);
        int row = Math.clamp(y, 0, image.getHeight() - 1);
        if (image.getType() == BufferedImage.TYPE_USHORT_GRAY) {
            return image.getRaster().getSample(column, row, 0) / (double) WHITE;
        }
        int colour = image.getRGB(column, row);
        return (RED * (colour >> 16 & 255) + GREEN * (colour >> 8 & 255) + BLUE * (colour & 255))
                / 255;
    }
}
