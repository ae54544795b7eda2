package org.anabranch.shell;

/** Thrown by {@code exit} and {@code quit}: the shell ends with a status. */
final class LeaveException extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final int status;

    LeaveException(int status) {
        super("exit " + status, null, false, false);
        this.status = status;
    }

    int status() {
        return status;
    }
}
