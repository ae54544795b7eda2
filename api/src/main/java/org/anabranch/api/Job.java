package org.anabranch.api;

import org.osgi.annotation.versioning.ConsumerType;

import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A program that operators start by name, registered as a service. A job verifies its result and
 * reports how.
 */
@ConsumerType
public interface Job {

    /** {@return the name, one word} */
    String name();

    /** {@return one line: what the job does, its arguments and their defaults} */
    String usage();

    /**
     * Runs the job to its end in the calling thread. If it fails because one of several domains has
     * gone ({@link DomainClosedException}), the shell calls it again with the others, and with the
     * device if it is there again; a device that goes twice is left out.
     *
     * @param platform the platform to use
     * @param domains the domains to use, at least one
     * @param arguments as the user gave them, without options of the shell
     * @param progress for short lines while it runs; a {@link Progress} if a tool displays the
     *     progress
     * @return the outcome
     * @throws ProgramException if an argument is invalid
     * @throws Exception if it fails otherwise
     */
    Report run(
            Platform platform, List<Domain> domains, List<String> arguments, PrintWriter progress)
            throws Exception;

    /**
     * The outcome of a job.
     *
     * @param verified true if the result was compared with the expected one, and agreed
     * @param verification how it was verified, in words, with the figures
     * @param seconds time of the computation alone
     * @param flops floating-point operations done, or 0
     * @param figures further figures by name
     */
    record Report(
            boolean verified,
            String verification,
            double seconds,
            double flops,
            Map<String, Object> figures) {

        /** Copies the figures. */
        public Report {
            Objects.requireNonNull(verification, "verification");
            Objects.requireNonNull(figures, "figures");
            figures = Map.copyOf(figures);
        }
    }
}
