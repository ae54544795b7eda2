package org.anabranch.k2h.bench;

import org.anabranch.k2h.program.Cpu;
import org.anabranch.k2h.program.Image;

import java.util.List;

/**
 * One of the three programs of the paper (section V-A). An object is good for one run: it keeps
 * what the run computed. All of them compute with the data that the model's caches give them, so
 * that a cache operation too few shows in the result.
 */
public interface Benchmark {

    /** The programs there are. */
    List<String> NAMES = List.of("NBody", "Series", "Matmul");

    /** {@return the name} */
    String name();

    /** {@return the loaded program} */
    Image image();

    /**
     * The main function.
     *
     * @param cpu ARM core 0
     * @param parallel whether with the constructs of HC-K2H; without them it is the serial elision
     */
    void main(Cpu cpu, boolean parallel);

    /** {@return what is wrong with the result of the run, or an empty string} */
    String verify();

    /** {@return one of {@link #NAMES} at the size of the figures} */
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
