package org.anabranch.api;

import org.osgi.annotation.versioning.ProviderType;

import java.io.PrintWriter;
import java.io.Writer;

/**
 * What a job is given to say how far it is, where somebody looks: besides lines it takes figures,
 * which are shown in the form that fits the place, with the time that is left. A job finds out by
 * {@code progress instanceof Progress}, and prints no lines about its figures then. Of any thread.
 */
@ProviderType
public abstract class Progress extends PrintWriter {

    /**
     * For lines that go to a writer.
     *
     * @param lines where they go; flushed after each
     */
    protected Progress(Writer lines) {
        super(lines, true);
    }

    /**
     * Says how far the job is. Takes no time worth speaking of: call it as often as you like.
     *
     * @param what what is done, in the plural, such as {@code steps}; another word than before
     *     begins another part of the job
     * @param done how much of it so far
     * @param all how much there is, or 0 if that is not known
     */
    public abstract void reached(String what, long done, long all);
}
