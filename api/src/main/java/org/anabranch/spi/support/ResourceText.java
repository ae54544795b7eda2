package org.anabranch.spi.support;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Texts beside classes, such as the OpenCL C of kernels. */
public final class ResourceText {
    private ResourceText() {}

    /**
     * Reads a text in UTF-8.
     *
     * @param beside a class of the same bundle and package
     * @param name of the file
     * @return its content
     * @throws UncheckedIOException if it cannot be read
     */
    public static String of(Class<?> beside, String name) {
        try (InputStream file = beside.getResourceAsStream(name)) {
            return new String(
                    Objects.requireNonNull(file, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException incomplete) {
            throw new UncheckedIOException(name, incomplete);
        }
    }
}
