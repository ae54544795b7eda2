package org.anabranch.acceptance;

import org.anabranch.api.Platform;
import org.anabranch.api.Promise;

/**
 * A promise that {@link #open} completes, to hold actions without occupying a worker: anything that
 * happens before cannot have waited for the actions behind the gate.
 *
 * @param event to wait for
 */
record Gate(Promise<Void> event) implements AutoCloseable {

    static Gate on(Platform platform) {
        return new Gate(platform.promise());
    }

    /** Lets everything behind it go on. Idempotent. */
    void open() {
        event.complete(null);
    }

    @Override
    public void close() {
        open();
    }
}
