package org.anabranch.events;

import org.osgi.annotation.versioning.ProviderType;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Writes down what goes on while a program runs: an optional service, for who starts programs. For
 * any thread; several may record at the same time, and each sees what all programs do.
 */
@ProviderType
public interface RunRecorder {

    /**
     * What is to be written.
     *
     * @param title for people
     * @param command what was typed to start it
     * @param settings by name
     * @param trace where a trace is to go, or null
     * @param report where a report is to go, or null; if one is there, the two are compared
     */
    record Wish(
            String title, String command, Map<String, String> settings, Path trace, Path report) {}

    /**
     * Begins to record.
     *
     * @param wish what is to be written at the end
     * @return a session, owned by the caller, who ends it
     * @throws RuntimeException (a {@code ProgramException}) if a file cannot be written there
     */
    Session begin(Wish wish);

    /**
     * Ends the trace that a person has begun, if one is running, and writes it: for who ends a
     * process, since what is said while it shuts down may reach nobody.
     *
     * @return a sentence for each file
     * @throws RuntimeException (an {@code AnabranchException}) if it cannot be written
     */
    List<String> endTrace();

    /** A recording that goes on. For one thread at a time. */
    interface Session extends AutoCloseable {

        /**
         * Ends it, and writes the files.
         *
         * @param outcome how the program ended, in words
         * @return a sentence for each file, and one that sums up
         * @throws RuntimeException (an {@code AnabranchException}) if a file cannot be written
         */
        List<String> end(String outcome);

        /** Ends it and writes nothing, unless it has ended. */
        @Override
        void close();
    }
}
