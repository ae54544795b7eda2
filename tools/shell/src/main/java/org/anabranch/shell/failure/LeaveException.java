package org.anabranch.shell.failure;

/** Thrown by {@code exit} and {@code quit}: the shell ends with a status. */
public final class LeaveException extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final int status;

    public LeaveException(int status) {
        super("exit " + status, null, false, false);
        this.status = status;
    }

    public int status() {
        return status;
    }
}
