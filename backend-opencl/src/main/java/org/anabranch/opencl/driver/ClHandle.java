package org.anabranch.opencl.driver;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * A driver's object with a reference count. The driver's handle is reachable only while there is a
 * use, and is released exactly once, by the last user: a released handle given to a driver ends the
 * process. Thread-safe.
 */
public final class ClHandle {
    private final long value;
    private final String name;
    private final ClFunction release;
    private final Runnable afterwards;
    private final AtomicInteger users = new AtomicInteger(1);
    private volatile boolean left;

    /**
     * Takes ownership.
     *
     * @param release the function that gives it back
     */
    public ClHandle(long value, String name, ClFunction release) {
        this(value, name, release, () -> {});
    }

    /** Creates a handle that runs an action after the release. */
    public ClHandle(long value, String name, ClFunction release, Runnable afterwards) {
        this.value = value;
        this.name = name;
        this.release = release;
        this.afterwards = afterwards;
    }

    /**
     * {@return the driver's handle, valid while the caller holds a use or knows that there is one}
     */
    public long value() {
        if (users.get() <= 0) {
            throw new IllegalStateException(name + " is released");
        }
        return value;
    }

    /** Adds a user, unless the object is released already. */
    public boolean retain() {
        int now = users.get();
        while (now > 0) {
            if (users.compareAndSet(now, now + 1)) {
                return true;
            }
            now = users.get();
        }
        return false;
    }

    /** {@return true if only the owner uses it} */
    public boolean isUsedOnce() {
        return users.get() == 1;
    }

    /**
     * The driver may go on using it when all users have let go: it knows how long the object is
     * used, but not what else goes with that, which is left to it for good.
     */
    public void leave() {
        left = true;
    }

    /** One user less; the last one gives the object back to the driver. */
    public void release() {
        if (users.decrementAndGet() == 0) {
            release.status(value);
            if (!left) {
                afterwards.run();
            }
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
