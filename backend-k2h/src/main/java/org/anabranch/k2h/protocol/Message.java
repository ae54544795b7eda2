package org.anabranch.k2h.protocol;

import org.anabranch.k2h.board.Board;
import org.anabranch.k2h.board.K2hException;
import org.anabranch.k2h.machine.Descriptor;

import java.util.Arrays;

/**
 * A task as it travels in a descriptor. Words: 0 function; 1 handle of the finish on the side that
 * owns it; 2 declared operands and, in its upper half, the nanoseconds that an ARM core needs to
 * flush them; 3 nesting depth; 4 number of arguments; then the arguments. The completion of a task
 * uses word 1 only.
 *
 * @param function its number
 * @param finish handle of the finish
 * @param declared from {@link #declared(int, double)}
 * @param depth nesting depth
 * @param arguments at most {@link #ARGUMENTS}
 */
public record Message(int function, int finish, long declared, int depth, long[] arguments) {
    /** The number of words of a descriptor. */
    public static final int WORDS = Board.DESCRIPTOR_BYTES / Long.BYTES;

    /** The largest number of arguments. */
    public static final int ARGUMENTS = WORDS - 5;

    /**
     * Reads a task.
     *
     * @param descriptor owned by the caller
     * @return a copy
     */
    public static Message in(Descriptor descriptor) {
        long[] words = descriptor.words();
        return new Message(
                (int) words[0],
                (int) words[1],
                words[2],
                (int) words[3],
                Arrays.copyOfRange(words, 5, 5 + (int) words[4]));
    }

    /**
     * Writes this task.
     *
     * @param descriptor owned by the caller
     */
    public void write(Descriptor descriptor) {
        long[] words = descriptor.words();
        words[0] = function;
        words[1] = finish;
        words[2] = declared;
        words[3] = depth;
        words[4] = arguments.length;
        System.arraycopy(arguments, 0, words, 5, arguments.length);
    }

    /**
     * Writes a completion.
     *
     * @param descriptor owned by the caller
     * @param finish its handle
     */
    public static void writeEnd(Descriptor descriptor, int finish) {
        descriptor.words()[1] = finish;
    }

    /** Checks that arguments fit, before the task is counted. */
    public static void check(String name, long[] arguments) {
        if (arguments.length > ARGUMENTS) {
            throw new K2hException.Program(
                    "%s has %s argument words; a descriptor takes %s"
                            .formatted(name, arguments.length, ARGUMENTS));
        }
    }

    /**
     * Returns the handle of the finish of a task or completion.
     *
     * @param descriptor owned by the caller
     */
    public static int finish(Descriptor descriptor) {
        return (int) descriptor.words()[1];
    }

    /**
     * Packs declared operands into one word.
     *
     * @param scope their number
     * @param flush nanoseconds of cache operations around a task on an ARM core
     */
    public static long declared(int scope, double flush) {
        return (long) flush << 32 | scope;
    }

    /** {@return the number of packed declared operands} */
    public static int scope(long declared) {
        return (int) declared;
    }

    /** {@return the nanoseconds of cache operations of packed declared operands} */
    public static double flush(long declared) {
        return declared >>> 32;
    }

    /**
     * Returns the nesting depth of a task.
     *
     * @param descriptor owned by the caller
     */
    public static int depth(Descriptor descriptor) {
        return (int) descriptor.words()[3];
    }
}
