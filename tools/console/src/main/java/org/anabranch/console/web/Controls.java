package org.anabranch.console.web;

import java.io.IOException;
import java.nio.file.Path;

/** What the page may change. Nothing waits for what it begins. */
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
     * @return false if nobody records here, or one is being made already
     * @throws IOException if it could not be written
     */
    boolean startTrace() throws IOException;

    /**
     * Ends the trace and writes it.
     *
     * @return a file, which the caller deletes; null if none is being made
     * @throws IOException if it cannot be written
     */
    Path stopTrace() throws IOException;
}
