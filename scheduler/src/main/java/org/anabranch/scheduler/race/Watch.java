package org.anabranch.scheduler.race;

import org.anabranch.api.Finish;
import org.anabranch.api.Promise;
import org.anabranch.api.Stream;
import org.anabranch.api.StreamOptions;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The wrapper of a program's objects: in checked mode with race detection, otherwise none. */
public final class Watch {
    private final RaceDetector races;

    /** The open streams as the program has them, by number. */
    private final Map<Integer, Stream> streams = new ConcurrentHashMap<>();

    /**
     * Makes one for a program.
     *
     * @param races null but in checked mode
     */
    public Watch(RaceDetector races) {
        this.races = races;
    }

    public boolean isOn() {
        return races != null;
    }

    /** A new stream as the program gets it. */
    public Stream opened(Stream stream, StreamOptions options) {
        if (races == null) {
            return stream;
        }
        Stream watched = new WatchedStream(races, stream, options);
        streams.put(stream.id(), watched);
        return watched;
    }

    /** A stream that was opened, as the program got it. */
    public Stream of(Stream stream) {
        return streams.getOrDefault(stream.id(), stream);
    }

    /** The stream is closed. */
    public void closed(Stream stream) {
        streams.remove(stream.id());
    }

    /** A new scope as the program gets it. */
    public Finish opened(Finish finish) {
        return races == null ? finish : new WatchedFinish(races, finish);
    }

    /** A new promise as the program gets it. */
    public <T> Promise<T> opened(Promise<T> promise) {
        return races == null ? promise : new WatchedPromise<>(races, promise);
    }

    /** The caller has waited for all that was enqueued. */
    public void waitedForAll() {
        if (races != null) {
            races.joinAll();
        }
    }
}
