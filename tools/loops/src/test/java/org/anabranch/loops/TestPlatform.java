package org.anabranch.loops;

import org.anabranch.api.Platform;
import org.anabranch.launch.Anabranch;

/** A platform for tests, started as a plain program does. */
record TestPlatform(Anabranch anabranch) implements AutoCloseable {
    static TestPlatform start() {
        return new TestPlatform(Anabranch.start());
    }

    Platform platform() {
        return anabranch.platform();
    }

    @Override
    public void close() {
        anabranch.close();
    }
}
