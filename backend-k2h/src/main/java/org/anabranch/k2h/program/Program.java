package org.anabranch.k2h.program;

import org.anabranch.api.ProgramException;
import org.osgi.annotation.versioning.ConsumerType;

import java.util.List;

/**
 * A program of HC-K2H, registered as a service: {@code k2h:run NAME} runs it on a board of the
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

    /**
     * Returns the serial elision of a run, to be run instead of it on one ARM core: a task runs
     * where it is started, a loop as one tile, and neither costs anything.
     *
     * @param run prepared, keeps the result
     */
    static Run elided(Run run) {
        return new Run() {
            @Override
            public Image image() {
                return run.image();
            }

            @Override
            public void main(Cpu cpu) {
                run.main(new SerialCpu(cpu));
            }

            @Override
            public String verify() {
                return run.verify();
            }
        };
    }

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
