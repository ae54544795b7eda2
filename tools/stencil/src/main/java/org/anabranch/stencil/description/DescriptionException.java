package org.anabranch.stencil.description;

import org.anabranch.api.AnabranchException;

/**
 * Thrown when a description of a stencil is invalid. The message names file, line and column if it
 * has them.
 */
public final class DescriptionException extends AnabranchException {
    private static final long serialVersionUID = 1;

    private final String subject;
    private final String complaint;
    private final int line;
    private final int column;

    /**
     * Creates an exception for a part of a description.
     *
     * @param subject the part, such as {@code kernel/local}
     * @param complaint the error and its correction
     */
    public DescriptionException(String subject, String complaint) {
        super(subject.isEmpty() ? complaint : subject + ": " + complaint);
        this.subject = subject;
        this.complaint = complaint;
        this.line = 0;
        this.column = 0;
    }

    /**
     * Creates an exception for a position in a file.
     *
     * @param file its name
     * @param line from 1
     * @param column from 1
     * @param complaint the error and its correction
     * @param cause the cause, or null
     */
    DescriptionException(String file, int line, int column, String complaint, Throwable cause) {
        super(file + ":" + line + ":" + column + ": " + complaint, cause);
        this.subject = "";
        this.complaint = complaint;
        this.line = line;
        this.column = column;
    }

    /** {@return the part of the description, or an empty string} */
    String subject() {
        return subject;
    }

    /** {@return the error, without the position} */
    public String complaint() {
        return complaint;
    }

    /** {@return the line from 1, or 0 if it did not come from a file} */
    public int line() {
        return line;
    }

    /** {@return the column from 1, or 0 if it did not come from a file} */
    public int column() {
        return column;
    }
}
