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

    /**
     * Makes a program at the size of the figures.
     *
     * @param name one of {@link #NAMES}
     * @return a new object
     */
    static Benchmark of(String name) {
        return switch (name) {
            case "NBody" -> new NBody(2048, 8);
            case "Series" -> new Series(512);
            case "Matmul" -> new Matmul(256, 32);
            default ->
                    throw new IllegalArgumentException(
                            "there is no benchmark " + name + ", only " + NAMES);
        };
    }

    /**
     * Makes a program small enough for a test.
     *
     * @param name one of {@link #NAMES}
     * @return a new object
     */
    static Benchmark small(String name) {
        return switch (name) {
            case "NBody" -> new NBody(256, 8);
            case "Series" -> new Series(32);
            case "Matmul" -> new Matmul(128, 32);
            default ->
                    throw new IllegalArgumentException(
                            "there is no benchmark " + name + ", only " + NAMES);
        };
    }
}
