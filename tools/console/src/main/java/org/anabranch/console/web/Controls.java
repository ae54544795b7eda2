package org.anabranch.console.web;

import java.io.IOException;
import java.nio.file.Path;

/** The changes that the page may make. No method waits for their completion. */
public interface Controls {

    /** {@return false if there is no such run} */
    boolean cancelJob(long id);

    /** {@return false if there is no such plug-in} */
    boolean startPlugin(long id);

    /** {@return false if there is no such plug-in} */
    boolean stopPlugin(long id);

    /**
     * Begins a trace.
     *
     * @return false if there is no recorder, or a trace is running
     * @throws IOException if it could not be written
     */
    boolean startTrace() throws IOException;

    /**
     * Ends the trace and writes it.
     *
     * @return a file, which the caller deletes; null if no trace is running
     * @throws IOException if it cannot be written
     */
    Path stopTrace() throws IOException;
}
