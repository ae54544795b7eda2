package org.anabranch.api;

import org.osgi.annotation.versioning.ConsumerType;
import org.osgi.annotation.versioning.ProviderType;

import java.util.List;
import java.util.Objects;

/**
 * The jobs that run now, for tools that show or cancel them: a service of whoever runs jobs, such
 * as the shell. For any thread; nothing waits.
 */
@ProviderType
public interface JobRuns {

    /**
     * A job that runs.
     *
     * @param id its number, which no later run has
     * @param name of the job
     * @param arguments as given
     * @param seconds since it began
     * @param cancelled whether it is being cancelled
     * @param what what its progress counts; empty if it has said nothing
     * @param done how much of it is done
     * @param all how much there is, or 0 if that is not known
     * @param secondsLeft until the end at the speed so far, or NaN
     * @param actions that ended so far, in all domains
     */
    record Run(
            long id,
            String name,
            List<String> arguments,
            double seconds,
            boolean cancelled,
            String what,
            long done,
            long all,
            double secondsLeft,
            long actions) {

        /** Copies. */
        public Run {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(arguments, "arguments");
            for (int i = 0; i < arguments.size(); i++) {
                Objects.requireNonNull(arguments.get(i), "argument " + i);
            }
            Objects.requireNonNull(what, "what");
            arguments = List.copyOf(arguments);
        }
    }

    /**
     * A job that has ended.
     *
     * @param id of its run
     * @param name of the job
     * @param seconds from start to end
     * @param status such as {@code verified}, {@code failed} or {@code cancelled}
     * @param verdict how its result was verified, or why there is none
     */
    record Ended(long id, String name, double seconds, String status, String verdict) {

        /** Checks. */
        public Ended {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(status, "status");
            Objects.requireNonNull(verdict, "verdict");
        }
    }

    /**
     * A service of whoever wants to know at once that a job runs. Called by the thread that is
     * going to run it, which waits: so what is begun here sees the job from its start. What is
     * thrown is said in the log, and the job runs all the same.
     */
    @ConsumerType
    @FunctionalInterface
    interface Listener {
        /**
         * A job begins.
         *
         * @param id of the run, which is among {@link #running} now
         */
        void begins(long id);
    }

    /** {@return what runs now, in the order of the start} */
    List<Run> running();

    /** {@return the last runs that ended, at most twenty, the latest first} */
    List<Ended> ended();

    /**
     * Cancels a run: its thread is interrupted, and what it started is cancelled with it.
     *
     * @param id of the run
     * @return false if there is none, or it is being cancelled already
     */
    boolean cancel(long id);
}
