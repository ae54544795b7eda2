package org.anabranch.mic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Event;
import org.anabranch.api.JavaKernel;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelArguments;
import org.anabranch.api.Parameter;
import org.anabranch.api.Piece;
import org.anabranch.api.Stream;
import org.anabranch.faulty.OddThrowable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.Map;

/** Kernels on a card that throw what cannot be read. */
@Timeout(600)
class OddThrowableTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int READABLE = 20_000;

    private record Throwing(OddThrowable odd) implements JavaKernel {
        @Override
        public void run(Piece piece, KernelArguments arguments) {
            throw odd.make();
        }
    }

    @Test
    void r2_a_kernel_that_throws_it_is_told_and_its_lane_goes_on() throws Exception {
        try (Cards cards = new Cards();
                Buffer x = cards.platform.buffer(JAVA_LONG, 16)) {
            Domain card = cards.open(Map.of()).getFirst();
            long process = cards.pid();
            for (OddThrowable odd : OddThrowable.all()) {
                Kernel kernel = Kernel.of("odd", Parameter.inOut("x")).java(new Throwing(odd));
                Stream stream = card.stream();
                Event fails = stream.run(kernel, x.all().inOut());
                assertTrue(fails.await(PATIENCE), odd::toString);
                assertEquals(Event.State.FAILED, fails.state(), odd::toString);
                String message = fails.failure().orElseThrow().getMessage();
                assertTrue(message.contains("failed: "), message);
                assertTrue(message.length() < READABLE, odd::toString);
                x.write();
                Event next = stream.run(Rig.ADD, x.all().inOut(), Argument.of(1L));
                assertTrue(next.await(PATIENCE), odd::toString);
                assertEquals(Event.State.DONE, next.state(), odd::toString);
                assertThrows(AnabranchException.class, stream::close);
            }
            assertEquals(process, cards.pid(), "the card has not been lost");
        }
    }

    record Unreadable(OddThrowable odd) implements JavaKernel {
        @Override
        public OddThrowable odd() {
            throw odd.make();
        }

        @Override
        public void run(Piece piece, KernelArguments arguments) {
            throw new AssertionError("it cannot be sent");
        }
    }

    @Test
    void r2_a_kernel_whose_state_cannot_be_read_is_refused_by_name() throws Exception {
        try (Cards cards = new Cards();
                Buffer x = cards.platform.buffer(JAVA_LONG, 16)) {
            Domain card = cards.open(Map.of()).getFirst();
            for (OddThrowable odd : OddThrowable.all()) {
                Kernel kernel = Kernel.of("shy", Parameter.inOut("x")).java(new Unreadable(odd));
                Stream stream = card.stream();
                Event fails = stream.run(kernel, x.all().inOut());
                assertTrue(fails.await(PATIENCE), odd::toString);
                String message = fails.failure().orElseThrow().getMessage();
                assertTrue(message.contains("kernel shy cannot be sent to a card: a "), message);
                assertTrue(message.contains("whose odd() threw "), message);
                assertTrue(message.length() < READABLE, odd::toString);
                assertThrows(AnabranchException.class, stream::close);
            }
        }
    }
}
