package org.anabranch.k2h.bench;

import org.anabranch.k2h.program.Cpu;
import org.anabranch.k2h.program.Program;

import java.util.List;

/**
 * One of the three programs of the paper (section V-A). An object is for one run, whose result it
 * keeps. All of them compute with the data in the model's caches, so a missing cache operation
 * makes the result wrong.
 */
public interface Benchmark extends Program.Run {

    /** The names of the programs. */
    List<String> NAMES = List.of("NBody", "Series", "Matmul");

    /** {@return the name} */
    String name();

    /**
     * Runs the main function.
     *
     * @param cpu ARM core 0
     * @param parallel true with the constructs of HC-K2H; false for the serial elision
     */
    void main(Cpu cpu, boolean parallel);

    @Override
    default void main(Cpu cpu) {
        main(cpu, true);
    }

    /** {@return one of {@link #NAMES} in the size of the figures} */
    static Benchmark of(String name) {
        return of(name, false);
    }

    /** {@return one of {@link #NAMES}, small enough for a test} */
    static Benchmark small(String name) {
        return of(name, true);
    }

    private static Benchmark of(String name, boolean small) {
        return switch (name) {
            case "NBody" -> new NBody(small ? 256 : 2048, 8);
            case "Series" -> new Series(small ? 32 : 512);
            case "Matmul" -> new Matmul(small ? 128 : 256, 32);
            default ->
                    throw new IllegalArgumentException(
                            "there is no benchmark " + name + ", only " + NAMES);
        };
    }
}
