package org.anabranch.k2h.run;

import org.anabranch.k2h.board.K2hException;

import java.util.List;

/** A run that did not end well. */
public final class RunFailedException extends K2hException {
    private static final long serialVersionUID = 1;

    private final transient List<Finding> findings;

    /**
     * Says why.
     *
     * @param message names the function that threw, or what was not conserved
     * @param cause what it threw, or null
     * @param findings what the checker found until then
     */
    public RunFailedException(String message, Throwable cause, List<Finding> findings) {
        super(message, cause);
        this.findings = List.copyOf(findings);
    }

    /** {@return what the checker found until then; empty if it was off} */
    public List<Finding> findings() {
        return findings == null ? List.of() : findings;
    }
}
