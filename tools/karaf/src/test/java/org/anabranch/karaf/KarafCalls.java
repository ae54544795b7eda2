package org.anabranch.karaf;

import java.security.AccessController;
import java.security.PrivilegedAction;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;

import javax.security.auth.Subject;

/** The methods of a class of Karaf that the agent changes; two with bodies that must go. */
public final class KarafCalls {
    private KarafCalls() {}

    public static Object doAs(Subject subject, PrivilegedAction<?> action) {
        throw new AssertionError("not changed");
    }

    public static Object doAs(Subject subject, PrivilegedExceptionAction<?> action)
            throws PrivilegedActionException {
        throw new AssertionError("not changed");
    }

    @SuppressWarnings("removal") // what Karaf calls
    public static Subject current() {
        return Subject.getSubject(AccessController.getContext());
    }
}
