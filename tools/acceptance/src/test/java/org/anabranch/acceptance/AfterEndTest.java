package org.anabranch.acceptance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.BufferOptions;
import org.anabranch.api.Domain;
import org.anabranch.api.Event;
import org.anabranch.api.Finish;
import org.anabranch.api.FinishOptions;
import org.anabranch.api.Kernel;
import org.anabranch.api.Loop;
import org.anabranch.api.Mapping;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.Parameter;
import org.anabranch.api.Place;
import org.anabranch.api.Platform;
import org.anabranch.api.ProcessorMask;
import org.anabranch.api.Promise;
import org.anabranch.api.Stream;
import org.anabranch.api.StreamOptions;
import org.anabranch.launch.Anabranch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A program that still holds parts of a framework that has ended. No class can be loaded from there
 * any more, so what was never used before must not be needed either.
 */
class AfterEndTest {
    private static final Kernel FILL =
            Kernel.of("fill", Parameter.out("a"))
                    .java((piece, arguments) -> arguments.segment(0).fill((byte) 1));

    private final Map<String, Executable> calls = new LinkedHashMap<>();

    @Test
    void a5_nothing_of_an_ended_framework_lacks_a_class() throws Exception {
        Anabranch anabranch = Anabranch.start();
        Platform platform = anabranch.platform();
        Domain host = platform.host();
        Finish finish = platform.finish();
        Stream stream = platform.stream();
        Stream bound = host.stream();
        Buffer buffer = platform.buffer(JAVA_LONG, 8);
        Promise<Long> promise = platform.promise();
        ofPlatform(platform, promise);
        ofDomain(host, buffer);
        ofStream("stream", stream, buffer, promise);
        ofStream("bound stream", bound, buffer, promise);
        ofScope(finish, host, buffer, promise);
        ofPromise(promise);
        ofBuffer(buffer);
        anabranch.close();

        Map<String, String> wrong = new TreeMap<>();
        calls.forEach(
                (name, call) -> {
                    Thread caller =
                            Thread.ofPlatform().daemon().unstarted(calls(name, call, wrong));
                    caller.start();
                    if (!ends(caller)) {
                        wrong.put(name, "waits");
                    }
                });
        try {
            finish.close(); // by the thread that opened it
        } catch (AnabranchException expected) {
            // closed
        }
        assertEquals(Map.of(), wrong);
    }

    private static Runnable calls(String name, Executable call, Map<String, String> wrong) {
        return () -> {
            try {
                call.execute();
            } catch (AnabranchException | IllegalStateException expected) {
                // closed, or what it says of such a call at any time
            } catch (Throwable other) {
                wrong.put(name, other.toString());
            }
        };
    }

    private static boolean ends(Thread caller) {
        try {
            return caller.join(Duration.ofSeconds(20));
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    private void ofPlatform(Platform platform, Promise<Long> promise) {
        calls.put("domains", platform::domains);
        calls.put("domains of all", () -> platform.domains("all"));
        calls.put("domains of a name", () -> platform.domains("nobody"));
        calls.put("host", platform::host);
        calls.put("buffer", () -> platform.buffer(JAVA_LONG, 8));
        calls.put(
                "pinned buffer",
                () ->
                        platform.buffer(
                                new BufferOptions("p", MemoryKind.NORMAL, true, true),
                                JAVA_LONG,
                                8));
        calls.put("stream", platform::stream);
        calls.put(
                "stream of options",
                () -> platform.stream(StreamOptions.DEFAULT.limitedTo(Duration.ofDays(1))));
        calls.put("stream of a number", () -> platform.stream(1));
        calls.put("finish", platform::finish);
        calls.put("finish of options", () -> platform.finish(FinishOptions.DEFAULT));
        calls.put("forkJoin", () -> platform.forkJoin(() -> {}, () -> {}));
        calls.put("promise", platform::promise);
        calls.put("kernel", () -> platform.kernel("nothing"));
        calls.put("awaitAll", () -> platform.awaitAll(List.of(promise), Duration.ofMillis(1)));
        calls.put("awaitAny", () -> platform.awaitAny(List.of(promise), Duration.ofMillis(1)));
        calls.put("text", platform::toString);
    }

    private void ofDomain(Domain host, Buffer buffer) {
        calls.put("host.state", host::state);
        calls.put("host.memory", host::memory);
        calls.put("host.formats", host::formats);
        calls.put("host.properties", host::properties);
        calls.put("host.part", () -> host.part(ProcessorMask.of(0)));
        calls.put("host.split", () -> host.split(1));
        calls.put("host.remove", host::remove);
        calls.put("host.subscription", host::subscription);
        calls.put("host.available", host::available);
        calls.put("host.holds", () -> host.holds(buffer));
        calls.put("host.instantiate", () -> host.instantiate(buffer));
        calls.put("host.evict", () -> host.evict(buffer));
        calls.put("host.stream", host::stream);
        calls.put("host.text", host::toString);
    }

    private void ofStream(String name, Stream stream, Buffer buffer, Event event) {
        calls.put(name + ".run", () -> stream.run(FILL, buffer.all().out()));
        calls.put(
                name + ".run of a loop",
                () -> stream.run(FILL, Loop.of(0, 8), buffer.out(Mapping.each())));
        calls.put(name + ".copy", () -> stream.copy(buffer.elements(0, 2), buffer.elements(4, 2)));
        calls.put(name + ".prefetch", () -> stream.prefetch(buffer.all()));
        calls.put(name + ".fetch", () -> stream.fetch(buffer.all()));
        calls.put(name + ".waitFor", () -> stream.waitFor(event));
        calls.put(name + ".waitFor ranges", () -> stream.waitFor(List.of(event), buffer.all()));
        calls.put(name + ".barrier", stream::barrier);
        calls.put(name + ".mark", stream::mark);
        calls.put(name + ".await", () -> stream.await());
        calls.put(name + ".await for a while", () -> stream.await(Duration.ofMillis(1)));
        calls.put(name + ".domain", stream::domain);
        calls.put(name + ".text", stream::toString);
        calls.put(name + ".closeNow", stream::closeNow);
        calls.put(name + ".close", stream::close);
    }

    private void ofScope(Finish finish, Place host, Buffer buffer, Event event) {
        Argument out = buffer.all().out();
        calls.put("finish.async", () -> finish.async(() -> {}));
        calls.put("finish.asyncOrRun", () -> finish.asyncOrRun(() -> {}));
        calls.put("finish.async after", () -> finish.async(List.of(event), () -> {}));
        calls.put("finish.async after nothing", () -> finish.async(List.of(), () -> {}));
        calls.put("finish.call", () -> finish.call(() -> 1));
        calls.put("finish.async of a kernel", () -> finish.async(FILL, out));
        calls.put("finish.async of a place", () -> finish.async(host, FILL, out));
        calls.put("finish.async anywhere", () -> finish.async(Place.anywhere(), FILL, out));
        calls.put("finish.forasync", () -> finish.forasync(Loop.of(0, 8), i -> {}));
        calls.put(
                "finish.forasync of two",
                () -> finish.forasync(Loop.of(0, 2).by(0, 2), (i, j) -> {}));
        calls.put(
                "finish.forasync of three",
                () -> finish.forasync(Loop.of(0, 2).by(0, 2).by(0, 2), (i, j, k) -> {}));
        calls.put("finish.forasync of a kernel", () -> finish.forasync(Loop.of(0, 8), FILL, out));
        calls.put(
                "finish.forasync of a place",
                () -> finish.forasync(host, Loop.of(0, 8), FILL, out));
        calls.put("finish.cancel", finish::cancel);
        calls.put("finish.isCancelled", finish::isCancelled);
        calls.put("finish.text", finish::toString);
        calls.put("finish.close", finish::close);
    }

    private void ofPromise(Promise<Long> promise) {
        calls.put("promise.state", promise::state);
        calls.put("promise.onSettled", () -> promise.onSettled(event -> {}));
        calls.put("promise.await", () -> promise.await(Duration.ofMillis(1)));
        calls.put("promise.failure", promise::failure);
        calls.put("promise.cancel", promise::cancel);
        calls.put("promise.complete", () -> promise.complete(1L));
        calls.put("promise.fail", () -> promise.fail(new IllegalStateException("late")));
        calls.put("promise.await it", () -> promise.await());
        calls.put("promise.text", promise::toString);
    }

    private void ofBuffer(Buffer buffer) {
        calls.put("buffer.read", buffer::read);
        calls.put("buffer.write", buffer::write);
        calls.put("buffer.text", buffer::toString);
        calls.put("buffer.close", buffer::close);
    }
}
