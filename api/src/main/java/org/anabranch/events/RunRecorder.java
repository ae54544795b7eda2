package org.anabranch.events;

import org.osgi.annotation.versioning.ProviderType;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A recorder of program runs: an optional service, for tools that start programs. Thread-safe;
 * several may record at the same time, and each recording contains the work of all programs.
 */
@ProviderType
public interface RunRecorder {

    /**
     * A request for a recording.
     *
     * @param title for people
     * @param command the command line that started the program
     * @param settings by name
     * @param trace the file to write a trace to, or null
     * @param report the file to write a report to, or null; an existing report is compared with the
     *     new one
     */
    record Wish(
            String title, String command, Map<String, String> settings, Path trace, Path report) {}

    /**
     * Begins a recording.
     *
     * @param wish the files to write at the end
     * @return a session, owned by the caller, who ends it
     * @throws RuntimeException (a {@code ProgramException}) if a file cannot be written there
     */
    Session begin(Wish wish);

    /**
     * Ends the trace that a user has begun, if one is running, and writes it. To be called before
     * the process ends, since messages during shutdown may not be displayed.
     *
     * @return a sentence for each file
     * @throws RuntimeException (an {@code AnabranchException}) if it cannot be written
     */
    List<String> endTrace();

    /** A running recording. For one thread at a time. */
    interface Session extends AutoCloseable {

        /**
         * Ends the recording and writes the files.
         *
         * @param outcome how the program ended, in words
         * @return a sentence for each file, and a summary
         * @throws RuntimeException (an {@code AnabranchException}) if a file cannot be written
         */
        List<String> end(String outcome);

        /** Ends the recording without writing files; does nothing if it has ended. */
        @Override
        void close();
    }
}
