package org.anabranch.api;

import org.osgi.annotation.versioning.ConsumerType;

import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A program that operators start by name; a service. It must verify what it computes and say so.
 */
@ConsumerType
public interface Job {

    /** {@return the name, one word} */
    String name();

    /** {@return one line: what it does, arguments and their defaults} */
    String usage();

    /**
     * Runs to the end, in the calling thread.
     *
     * @param platform where to run
     * @param domains the domains to use, at least one
     * @param arguments as the user gave them, without options of the shell
     * @param progress for short lines while it runs; a {@link Progress} where somebody looks how
     *     far it is
     * @return what was done
     * @throws ProgramException if an argument is unusable
     * @throws Exception if it fails otherwise
     */
    Report run(
            Platform platform, List<Domain> domains, List<String> arguments, PrintWriter progress)
            throws Exception;

    /**
     * The outcome of a job.
     *
     * @param verified whether the result was compared with what it should be, and agreed
     * @param verification how, in words, with the figures
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
