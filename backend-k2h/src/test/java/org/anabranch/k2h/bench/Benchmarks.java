package org.anabranch.k2h.bench;

import org.anabranch.k2h.program.Program;

import java.util.List;

/** The programs of the paper (section V-A), each for one run. */
public final class Benchmarks {
    /** The names of the programs. */
    public static final List<String> NAMES = List.of("NBody", "Series", "Matmul");

    private Benchmarks() {}

    /** {@return one of {@link #NAMES} in the size of the figures} */
    public static Program.Run of(String name) {
        return of(name, false);
    }

    /** {@return one of {@link #NAMES}, small enough for a test} */
    public static Program.Run small(String name) {
        return of(name, true);
    }

    private static Program.Run of(String name, boolean small) {
        return switch (name) {
            case "NBody" -> new NBody(small ? 256 : 2048, 8);
            case "Series" -> new Series(small ? 32 : 512);
            default -> new Matmul(small ? 128 : 256, 32);
        };
    }
}
