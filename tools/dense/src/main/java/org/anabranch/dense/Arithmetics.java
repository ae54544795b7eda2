package org.anabranch.dense;

import org.anabranch.api.ProgramException;
import org.anabranch.dense.arithmetic.Arithmetic;
import org.anabranch.dense.arithmetic.JavaArithmetic;
import org.anabranch.dense.blas.BlasArithmetic;
import org.anabranch.dense.blas.BlasLibrary;
import org.anabranch.dense.vector.VectorArithmetic;

import java.nio.file.Path;

/**
 * Which arithmetic the kernels use in this process. The system property {@code anabranch.dense}
 * chooses: {@code native} for a BLAS, {@code vector} for the Vector API, {@code java} for plain
 * loops, or the path of a library; by default, the first of these that is there.
 */
public final class Arithmetics {
    private static final String PROPERTY = "anabranch.dense";
    private static final String VECTORS = "jdk.incubator.vector";

    private Arithmetics() {}

    /** Chosen once, when it is first needed. */
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
     * The module is an incubator: the JVM has it where it is told so, a framework if it is asked.
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
                    PROPERTY
                            + " is native, vector, java or the file of a BLAS, not "
                            + word
                            + ": "
                            + unusable.getMessage(),
                    unusable);
        }
    }

    /**
     * The arithmetic, for programs that call it without a kernel. Memory of a BLAS is off the heap.
     *
     * @return always the same
     * @throws ProgramException if the property asks for what is not there
     */
    public static Arithmetic chosen() {
        if (Chosen.REFUSAL != null) {
            throw Chosen.REFUSAL;
        }
        return Chosen.ARITHMETIC;
    }

    /**
     * Says whether a BLAS computes.
     *
     * @return whether it does
     * @throws ProgramException if the property asks for what is not there
     */
    public static boolean isNative() {
        return chosen() instanceof BlasArithmetic;
    }

    /**
     * Says what computes.
     *
     * @return words for a person, such as "plain Java"
     * @throws ProgramException if the property asks for what is not there
     */
    public static String describe() {
        return chosen().describe();
    }
}
