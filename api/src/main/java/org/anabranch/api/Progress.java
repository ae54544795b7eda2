package org.anabranch.api;

import org.osgi.annotation.versioning.ProviderType;

import java.io.PrintWriter;
import java.io.Writer;

/**
 * A progress writer for a job, passed when a tool displays the progress. Besides lines it accepts
 * figures, which the tool displays in its own form, with the estimated time left. A job tests for
 * it by {@code progress instanceof Progress}, and then prints no lines about the same figures.
 * Thread-safe.
 */
@ProviderType
public abstract class Progress extends PrintWriter {

    /**
     * Creates a progress whose lines go to a writer.
     *
     * @param lines the writer, flushed after each line
     */
    protected Progress(Writer lines) {
        super(lines, true);
    }

    /**
     * Reports the progress. Cheap enough to be called at every step.
     *
     * @param what the unit, in the plural, such as {@code steps}; a change of it begins a new part
     *     of the job
     * @param done number of units done
     * @param all number of units in all, or 0 if that is unknown
     */
    public abstract void reached(String what, long done, long all);
}
