package org.anabranch.api;

import java.nio.file.Path;
import java.util.Objects;

/**
 * A kernel as a function of a native library, C calling convention. The parameters are three {@code
 * int64_t} triples (low, high, stride) of the piece by pointer to nine values, then for each memory
 * argument a pointer and an {@code int64_t} row pitch in elements, for each scalar its value. Such
 * a function can crash the process it runs in.
 *
 * @param library the library file
 * @param symbol the function
 */
public record NativeCode(Path library, String symbol) implements KernelCode {

    /** Checks for null. */
    public NativeCode {
        Objects.requireNonNull(library, "library");
        Objects.requireNonNull(symbol, "symbol");
    }

    @Override
    public String format() {
        return NATIVE;
    }
}
