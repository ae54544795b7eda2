package org.anabranch.api;

import java.nio.file.Path;
import java.util.Objects;

/**
 * A kernel as a function of a native library, with the C calling convention. Its first parameter is
 * a pointer to nine {@code int64_t} values: low, high and stride of the piece in three dimensions.
 * Then follow, for each memory argument, a pointer and an {@code int64_t} row pitch in elements,
 * and for each scalar its value. Such a function can crash the process that runs it: with a card,
 * only the card is lost. The host runs native code in the program's own process, so it accepts only
 * code made by {@link #onHost}.
 *
 * @param library the library file
 * @param symbol the function
 * @param onHost true if the host runs it, too
 */
public record NativeCode(Path library, String symbol, boolean onHost) implements KernelCode {

    /** Checks for null. */
    public NativeCode {
        Objects.requireNonNull(library, "library");
        Objects.requireNonNull(symbol, "symbol");
    }

    /**
     * Creates code for domains that have a process of their own.
     *
     * @param library the library file
     * @param symbol the function
     */
    public NativeCode(Path library, String symbol) {
        this(library, symbol, false);
    }

    /**
     * Returns code that the host runs, too, in place of Java code of the same kernel. The thread
     * that runs the action calls it; a crash ends the program.
     *
     * @param library the library file
     * @param symbol the function
     * @return the code
     */
    public static NativeCode onHost(Path library, String symbol) {
        return new NativeCode(library, symbol, true);
    }

    @Override
    public String format() {
        return NATIVE;
    }
}
