package org.anabranch.api;

import java.nio.file.Path;
import java.util.Objects;

/**
 * A kernel as a function of a native library, C calling convention. The parameters are three {@code
 * int64_t} triples (low, high, stride) of the piece by pointer to nine values, then for each memory
 * argument a pointer and an {@code int64_t} row pitch in elements, for each scalar its value. Such
 * a function can crash the process it runs in: of a card only the card is lost. On the host that
 * process is the program's own, so code runs there only if it is made by {@link #onHost}.
 *
 * @param library the library file
 * @param symbol the function
 * @param onHost whether the host runs it, too
 */
public record NativeCode(Path library, String symbol, boolean onHost) implements KernelCode {

    /** Checks for null. */
    public NativeCode {
        Objects.requireNonNull(library, "library");
        Objects.requireNonNull(symbol, "symbol");
    }

    /**
     * Code for domains that have a process of their own.
     *
     * @param library the library file
     * @param symbol the function
     */
    public NativeCode(Path library, String symbol) {
        this(library, symbol, false);
    }

    /**
     * Code that the host runs, too, in place of Java code of the same kernel. It is called by the
     * thread that runs the action; a crash ends the program.
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
