package org.anabranch.dense;

import org.anabranch.api.ProgramException;
import org.anabranch.dense.arithmetic.Arithmetic;
import org.anabranch.dense.arithmetic.JavaArithmetic;
import org.anabranch.dense.blas.BlasArithmetic;
import org.anabranch.dense.blas.BlasLibrary;
import org.anabranch.dense.vector.VectorArithmetic;

import java.nio.file.Path;

/**
 * The choice of the arithmetic that the kernels use in this process. The system property {@code
 * anabranch.dense} selects it: {@code native} for a BLAS, {@code vector} for the Vector API, {@code
 * java} for plain loops, or the path of a library. By default it is the first of these that is
 * available.
 */
public final class Arithmetics {
    private static final String PROPERTY = "anabranch.dense";
    private static final String VECTORS = "jdk.incubator.vector";

    private Arithmetics() {}

    /** The arithmetic, chosen at its first use. */
    private static final class Chosen {
        static final Arithmetic ARITHMETIC;
        static final ProgramException REFUSAL;

        static {
            Arithmetic arithmetic = null;
            ProgramException refusal = null;
            try {
                arithmetic = choose(System.getProperty(PROPERTY, ""));
            } catch (ProgramException unusable) {
                refusal = unusable;
            }
            ARITHMETIC = arithmetic;
            REFUSAL = refusal;
        }
    }

    static Arithmetic choose(String word) {
        return switch (word) {
            case "" ->
                    BlasLibrary.find()
                            .<Arithmetic>map(BlasArithmetic::new)
                            .orElseGet(
                                    () ->
                                            hasVectors()
                                                    ? new VectorArithmetic()
                                                    : new JavaArithmetic());
            case "native" ->
                    BlasLibrary.find()
                            .map(BlasArithmetic::new)
                            .orElseThrow(
                                    () ->
                                            new ProgramException(
                                                    PROPERTY + " is native, but no BLAS is found"));
            case "vector" -> {
                if (!hasVectors()) {
                    throw new ProgramException(
                            PROPERTY
                                    + " is vector, but the JVM was started without --add-modules="
                                    + VECTORS);
                }
                yield new VectorArithmetic();
            }
            case "java" -> new JavaArithmetic();
            default -> named(word);
        };
    }

    /**
     * Returns true if the Vector API's incubator module is present: in a JVM by an option, in a
     * framework by its configuration.
     */
    private static boolean hasVectors() {
        try {
            Class.forName(VECTORS + ".DoubleVector", false, Arithmetics.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException notAdded) {
            return false;
        }
    }

    private static Arithmetic named(String word) {
        try {
            return new BlasArithmetic(BlasLibrary.at(Path.of(word)));
        } catch (IllegalArgumentException unusable) {
            throw new ProgramException(
                    "%s is native, vector, java or the file of a BLAS, not %s: %s"
                            .formatted(PROPERTY, word, unusable.getMessage()),
                    unusable);
        }
    }

    /**
     * Returns the arithmetic, for programs that call it without a kernel. Memory for a BLAS must be
     * off the heap.
     *
     * @return always the same
     * @throws ProgramException if the property selects an arithmetic that is not available
     */
    public static Arithmetic chosen() {
        if (Chosen.REFUSAL != null) {
            throw Chosen.REFUSAL;
        }
        return Chosen.ARITHMETIC;
    }

    /**
     * Returns true if a BLAS is used.
     *
     * @return true if it is
     * @throws ProgramException if the property selects an arithmetic that is not available
     */
    public static boolean isNative() {
        return chosen() instanceof BlasArithmetic;
    }

    /**
     * Returns a description of the arithmetic.
     *
     * @return words for a person, such as "plain Java"
     * @throws ProgramException if the property selects an arithmetic that is not available
     */
    public static String describe() {
        return chosen().describe();
    }
}
