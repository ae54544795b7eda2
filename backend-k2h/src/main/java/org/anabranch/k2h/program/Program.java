package org.anabranch.k2h.program;

import org.anabranch.api.ProgramException;
import org.osgi.annotation.versioning.ConsumerType;

import java.util.List;

/**
 * A program of HC-K2H, offered as a service: {@code k2h:run NAME} runs it on a board of the model.
 * Called by several threads, if several runs are asked for.
 */
@ConsumerType
public interface Program {
    /** {@return the name, one word} */
    String name();

    /** {@return one line: what it does, arguments and their defaults} */
    String usage();

    /**
     * Prepares a run.
     *
     * @param arguments as the user gave them
     * @return what runs, for one run
     * @throws ProgramException if an argument is unusable
     */
    Run prepare(List<String> arguments);

    /** One run of a program. It keeps what the run computed, until it is verified. */
    @ConsumerType
    interface Run {
        /** {@return the functions of both sides; loaded, or loaded before the run} */
        Image image();

        /**
         * The main function, in a finish of its own. When it returns the machine stops.
         *
         * @param cpu ARM core 0
         */
        void main(Cpu cpu);

        /**
         * Compares the result with what it should be; called after the run, by the thread that
         * asked for it.
         *
         * @return what is wrong, or an empty string
         */
        String verify();
    }
}
