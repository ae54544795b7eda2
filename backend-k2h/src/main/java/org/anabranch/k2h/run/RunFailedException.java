package org.anabranch.k2h.run;

import org.anabranch.k2h.board.K2hException;

import java.util.List;

/** Thrown when a run fails. */
public final class RunFailedException extends K2hException {
    private static final long serialVersionUID = 1;

    private final transient List<Finding> findings;

    /**
     * Creates an exception.
     *
     * @param message names the function that threw, or the violated conservation law
     * @param cause the exception of the function, or null
     * @param findings of the checker so far
     */
    public RunFailedException(String message, Throwable cause, List<Finding> findings) {
        super(message, cause);
        this.findings = List.copyOf(findings);
    }

    /** {@return the findings of the checker so far; empty if it was off} */
    public List<Finding> findings() {
        return findings == null ? List.of() : findings;
    }
}
