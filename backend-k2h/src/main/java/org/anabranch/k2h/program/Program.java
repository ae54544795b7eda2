package org.anabranch.k2h.program;

import org.anabranch.api.ProgramException;
import org.osgi.annotation.versioning.ConsumerType;

import java.util.List;

/**
 * A program of HC-K2H, registered as a service: {@code k2h:simulate NAME} runs it on a board of the
 * model. Several threads may call it, for concurrent runs.
 */
@ConsumerType
public interface Program {
    /** {@return the name, one word} */
    String name();

    /** {@return one line: what the program does, its arguments and their defaults} */
    String usage();

    /**
     * Prepares a run.
     *
     * @param arguments as the user gave them
     * @return the run
     * @throws ProgramException if an argument is invalid
     */
    Run prepare(List<String> arguments);

    /** One run of a program. It keeps its result until it is verified. */
    @ConsumerType
    interface Run {
        /** {@return the functions of both sides; loaded, or loaded before the run} */
        Image image();

        /**
         * Runs the main function, in a finish of its own. When it returns the machine stops.
         *
         * @param cpu ARM core 0
         */
        void main(Cpu cpu);

        /**
         * Compares the result with the expected one; called after the run, by the thread that
         * requested it.
         *
         * @return the error, or an empty string
         */
        String verify();
    }
}
