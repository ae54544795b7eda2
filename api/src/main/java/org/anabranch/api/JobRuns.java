package org.anabranch.api;

import org.osgi.annotation.versioning.ConsumerType;
import org.osgi.annotation.versioning.ProviderType;

import java.util.List;
import java.util.Objects;

/**
 * The running jobs, for tools that list or cancel them: a service of bundles that run jobs, such as
 * the shell. Thread-safe; no method blocks.
 */
@ProviderType
public interface JobRuns {

    /**
     * A running job.
     *
     * @param id its number, which no later run has
     * @param name of the job
     * @param arguments as given
     * @param seconds since it began
     * @param cancelled true if it is being cancelled
     * @param what the unit that its progress counts; empty if it has reported no progress
     * @param done units done so far
     * @param all units in all, or 0 if that is unknown
     * @param secondsLeft estimated time to its end at the average speed so far, or NaN
     * @param actions number of actions that have ended so far, in all domains
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

        /** Copies the arguments. */
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
     * @param verdict how its result was verified, or why it was not
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
     * A listener for the start of jobs, registered as a service. It is called by the thread that is
     * going to run the job, before the job begins, so that a recording that is started here covers
     * the whole job. Exceptions are logged, and the job runs all the same.
     */
    @ConsumerType
    @FunctionalInterface
    interface Listener {
        /**
         * Reports that a job begins.
         *
         * @param id of the run, which is among {@link #running} now
         */
        void begins(long id);
    }

    /** {@return the running jobs, in the order of their start} */
    List<Run> running();

    /** {@return the last runs that ended, at most twenty, the latest first} */
    List<Ended> ended();

    /**
     * Cancels a run: interrupts its thread, and cancels the work that it started.
     *
     * @param id of the run
     * @return false if there is no such run, or it is being cancelled already
     */
    boolean cancel(long id);
}
