package org.anabranch.loops;

import org.osgi.annotation.versioning.ProviderType;

/**
 * A scope in which arrays and segments stay on devices between loops, made by {@link Loops#keep}.
 * In it their contents belong to the loops: a loop on devices neither compares them with what it
 * left there nor copies results back. So the program must not access them but as follows.
 *
 * <table>
 * <caption>Access to kept memory</caption>
 * <tr><th>access</th><th>rule</th></tr>
 * <tr><td>by a loop of these {@link Loops}, on the host or devices</td><td>as outside the scope: contents are brought where it runs</td></tr>
 * <tr><td>the program reads</td><td>after {@link #fetch}, until the next loop that writes it</td></tr>
 * <tr><td>the program writes</td><td>after {@link #fetch}, and then calls {@link #update} before the next loop</td></tr>
 * <tr><td>after {@link #close}</td><td>free</td></tr>
 * </table>
 *
 * <p>With the system property {@code anabranch.loops.check=true} contents are brought home after
 * each loop, and a write without {@link #update} throws an {@link IllegalStateException} at the
 * next use.
 *
 * <p>Contents that are valid on a device alone are lost with it, or with a loop that fails there
 * while it writes them, for example for lack of memory. Then each use of that memory throws a
 * {@link org.anabranch.api.DomainLostException} or an {@link
 * org.anabranch.api.UndefinedDataException} until {@link #update}. An exception of an iteration
 * loses nothing: a loop that may throw, or has not run on that device yet, brings home what it
 * writes before it begins.
 *
 * <p>Thread-safe. The scope may be closed by another thread than the one that made it. Scopes may
 * be nested, with the same memory, too: contents come home at the end of each, and stay home after
 * the outermost.
 */
@ProviderType
public interface Kept extends AutoCloseable {

    /**
     * Brings contents home: the program may read them. Costs nothing where they are home.
     *
     * @param memory arrays or segments of this scope; none for all
     * @throws IllegalArgumentException if one does not belong to this scope
     * @throws IllegalStateException if this scope is closed
     * @throws org.anabranch.api.AnabranchException if contents were lost
     */
    void fetch(Object... memory);

    /**
     * Declares that the program has written memory, and that its contents are valid. What devices
     * have of it is discarded: {@link #fetch} it before, unless all of it is written.
     *
     * @param memory arrays or segments of this scope; none for all
     * @throws IllegalArgumentException if one does not belong to this scope
     * @throws IllegalStateException if this scope is closed
     */
    void update(Object... memory);

    /**
     * Brings all contents home, and ends the scope. Idempotent.
     *
     * @throws org.anabranch.api.AnabranchException if contents were lost; all others are home, and
     *     the scope is closed
     */
    @Override
    void close();
}
