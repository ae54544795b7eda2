package org.anabranch.console;

import org.anabranch.api.AnabranchException;
import org.anabranch.events.RunRecorder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The traces started from the page, one at a time. */
final class Traces {
    private RunRecorder.Session session;
    private Path file;
    private long since;

    /** {@return false if there is no recorder, or a trace is running} */
    synchronized boolean start(RunRecorder recorder) throws IOException {
        if (recorder == null || session != null) {
            return false;
        }
        file = Files.createTempFile("anabranch-page", ".json");
        try {
            session =
                    recorder.begin(new RunRecorder.Wish("from the page", "", Map.of(), file, null));
        } catch (AnabranchException refused) {
            Files.deleteIfExists(file);
            throw new IOException(refused.getMessage(), refused);
        }
        since = System.nanoTime();
        return true;
    }

    /** {@return the file, or null if no trace is running} */
    synchronized Path stop() throws IOException {
        if (session == null) {
            return null;
        }
        try (RunRecorder.Session ended = session) {
            session = null;
            ended.end("traced");
            return file;
        } catch (AnabranchException failure) {
            Files.deleteIfExists(file);
            throw new IOException(failure.getMessage(), failure);
        }
    }

    /** Ends a running trace, and deletes its file. */
    synchronized void close() throws IOException {
        if (session != null) {
            session.close();
            session = null;
            Files.deleteIfExists(file);
        }
    }

    /** {@return the duration of the running trace in nanoseconds, or null} */
    synchronized Long nanos() {
        return session == null ? null : System.nanoTime() - since;
    }
}
