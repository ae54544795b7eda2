package org.anabranch.karaf;

import java.security.PrivilegedAction;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;
import java.util.function.BiFunction;
import java.util.function.Supplier;

import javax.security.auth.Subject;

/**
 * The subject on whose behalf a thread runs. A thread inherits that of the thread that creates it,
 * as it inherited the access control context before Java 24; {@link Subject#current()} is not
 * inherited, and Karaf's shell runs each command in a thread of a pool.
 *
 * <p>Karaf's bundles see no class of an agent. They find these functions among the system
 * properties, by keys; both have types of the JDK.
 */
final class CurrentSubject {
    /** Key of a {@code Supplier} of the current subject, null if there is none. */
    static final String GET = "org.anabranch.karaf.subject";

    /** Key of a {@code BiFunction} of a subject and an action, which it runs on its behalf. */
    static final String DO_AS = GET + ".doAs";

    private static final InheritableThreadLocal<Subject> CURRENT = new InheritableThreadLocal<>();

    private CurrentSubject() {}

    static void publish() {
        Supplier<Subject> get = CURRENT::get;
        BiFunction<Subject, Object, Object> doAs = CurrentSubject::doAs;
        System.getProperties().put(GET, get);
        System.getProperties().put(DO_AS, doAs);
    }

    private static Object doAs(Subject subject, Object action) {
        Subject before = CURRENT.get();
        CURRENT.set(subject);
        try {
            return action instanceof PrivilegedAction<?> plain
                    ? plain.run()
                    : run((PrivilegedExceptionAction<?>) action);
        } finally {
            CURRENT.set(before);
        }
    }

    private static Object run(PrivilegedExceptionAction<?> action) {
        try {
            return action.run();
        } catch (RuntimeException unchecked) {
            throw unchecked;
        } catch (Exception checked) {
            throw CurrentSubject.<RuntimeException>undeclared(
                    new PrivilegedActionException(checked));
        }
    }

    /** {@return never; throws an exception that the callers of {@code doAs} declare} */
    @SuppressWarnings("unchecked") // erased: whatever it is, it is thrown
    private static <T extends Throwable> T undeclared(Throwable exception) throws T {
        throw (T) exception;
    }
}
