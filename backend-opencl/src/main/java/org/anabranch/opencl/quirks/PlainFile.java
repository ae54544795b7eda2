package org.anabranch.opencl.quirks;

import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.FileReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * Reads and writes whole files by blocking streams. The methods of {@link java.nio.file.Files} use
 * channels, which cache direct memory of the size of the file with each thread that ever used one;
 * and workers live as long as the platform.
 */
public final class PlainFile {
    private PlainFile() {}

    /**
     * {@return the content}
     *
     * @throws java.io.FileNotFoundException if it is absent or cannot be opened
     */
    static byte[] read(Path file) throws IOException {
        try (FileInputStream in = new FileInputStream(file.toFile())) {
            return in.readAllBytes();
        }
    }

    static void write(Path file, byte[] content) throws IOException {
        try (FileOutputStream out = new FileOutputStream(file.toFile())) {
            out.write(content);
        }
    }

    /** {@return the lines of a file in UTF-8} */
    public static List<String> lines(Path file) throws IOException {
        try (BufferedReader in =
                new BufferedReader(new FileReader(file.toFile(), StandardCharsets.UTF_8))) {
            return in.readAllLines();
        }
    }
}
