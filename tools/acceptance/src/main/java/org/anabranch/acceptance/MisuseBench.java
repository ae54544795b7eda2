package org.anabranch.acceptance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.ActionCancelledException;
import org.anabranch.api.ActionFailedException;
import org.anabranch.api.AnabranchException;
import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Event;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelArguments;
import org.anabranch.api.KernelBuildException;
import org.anabranch.api.KernelCode;
import org.anabranch.api.Parameter;
import org.anabranch.api.Platform;
import org.anabranch.api.Stream;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;

/** Streams and buffers to misuse. */
final class MisuseBench implements AutoCloseable {
    static final Kernel ADD =
            OpenClText.kernel("err-add", "add", "=x amount", (piece, given) -> add(given));
    static final Kernel WITHOUT_CODE = Kernel.of("err-without-code", Parameter.inOut("x"));
    static final Kernel FAILS =
            OpenClText.kernel("err-fails", "no_such_function", "=x", (piece, given) -> fail());

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    final Platform platform;
    final Domain domain;
    final Stream stream;
    final Stream unbound;
    final Stream gone;
    final Buffer x;
    final Buffer y;
    final Buffer freed;
    final Argument one = Argument.of(1L);

    private static void add(KernelArguments given) {
        MemorySegment x = given.segment(0);
        for (long i = 0; i < given.columns(0); i++) {
            x.setAtIndex(JAVA_LONG, i, x.getAtIndex(JAVA_LONG, i) + given.longAt(1));
        }
    }

    private static void fail() {
        throw new IllegalStateException("as planned");
    }

    MisuseBench(Platform platform, Domain domain) {
        this.platform = platform;
        this.domain = domain;
        this.stream = domain.stream();
        this.unbound = platform.stream();
        this.gone = domain.stream();
        this.x = platform.buffer(JAVA_LONG, 10);
        this.y = platform.buffer(JAVA_LONG, 10);
        this.freed = platform.buffer(JAVA_LONG, 10);
        gone.close();
        freed.close();
    }

    /** The misuse is refused with its type and in words, and everything else still works. */
    void check(Misuse misuse) {
        RuntimeException refused =
                assertThrows(misuse.error, () -> misuse.program.run(this), misuse::title);
        if (refused instanceof AnabranchException) {
            assertTrue(refused.getMessage().length() > 10, refused::toString);
        }
        Event fine = stream.run(ADD, y.all().inOut(), one);
        assertTrue(fine.await(PATIENCE), "an action after it does not end");
        assertEquals(Event.State.DONE, fine.state());
        assertEquals(1, y.read().getAtIndex(JAVA_LONG, 9));
    }

    /** A kernel that threw; in OpenCL C, where none can throw, one without its function. */
    Event failed() {
        Event failed = stream.run(FAILS, x.all().inOut());
        assertTrue(failed.await(PATIENCE), "a failure does not end");
        boolean java = domain.formats().contains(KernelCode.JAVA);
        assertEquals(java ? Event.State.FAILED : Event.State.CANCELLED, failed.state());
        AnabranchException failure = failed.failure().orElseThrow();
        if (java) {
            assertInstanceOf(ActionFailedException.class, failure);
            String cause = failure.getCause().toString();
            assertTrue(cause.contains("as planned"), cause);
        } else {
            assertInstanceOf(ActionCancelledException.class, failure);
            assertInstanceOf(KernelBuildException.class, failure.getCause());
        }
        return failed;
    }

    void awaitFailure() {
        failed();
        stream.await();
    }

    void awaitCancelled() {
        try (Gate gate = Gate.on(platform)) {
            stream.waitFor(List.of(gate.event()), x.all());
            Event held = stream.run(ADD, x.all().inOut(), one);
            assertTrue(held.cancel());
        }
        stream.await();
    }

    @Override
    public void close() {
        stream.closeNow();
        unbound.closeNow();
        x.close();
        y.close();
    }
}
