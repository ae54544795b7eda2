package org.anabranch.mic;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.ActionFailedException;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.List;
import java.util.Map;

/** Kernels on a card that access memory beyond their operands. */
@Timeout(600)
class BeyondOperandTest {
    /** Writes an element of a parameter. */
    private record Reaching() implements JavaKernel {
        @Override
        public void run(Piece piece, KernelArguments arguments) {
            if (arguments.longAt(2) == 0) {
                arguments.segment(0).setAtIndex(JAVA_INT, arguments.longAt(3), 7);
            } else {
                arguments.segment(1).setAtIndex(JAVA_LONG, arguments.longAt(3), 7);
            }
        }
    }

    private static final Kernel REACHING =
            Kernel.of(
                            "reaching",
                            Parameter.inOut("low"),
                            Parameter.inOut("high"),
                            Parameter.scalar("which"),
                            Parameter.scalar("at"))
                    .java(new Reaching());

    private static String failure(Domain domain, Buffer low, Buffer high, int which, long at)
            throws InterruptedException {
        Stream stream = domain.stream();
        Event event =
                stream.run(
                        REACHING,
                        low.elements(5, 10).inOut(),
                        high.elements(50, 20).inOut(),
                        Argument.of((long) which),
                        Argument.of(at));
        String message = assertThrows(ActionFailedException.class, event::await).getMessage();
        assertThrows(ActionFailedException.class, stream::close);
        low.write();
        high.write();
        return message;
    }

    @Test
    void r19_anAccessBeyondAnOperandNamesKernelParameterAndElementAsOnTheHost() throws Exception {
        try (Cards cards = new Cards();
                Buffer low = cards.platform.buffer(JAVA_INT, 100);
                Buffer high = cards.platform.buffer(JAVA_LONG, 100)) {
            for (Domain domain : List.of(cards.platform.host(), cards.open(Map.of()).getFirst())) {
                for (long at : new long[] {-1, 10, 20, 1L << 40}) {
                    for (int which = at == 10 ? 0 : 1; which >= 0; which--) {
                        String message = failure(domain, low, high, which, at);
                        String seen =
                                "element %d of parameter '%s' is outside of its %d elements"
                                        .formatted(
                                                at,
                                                which == 0 ? "low" : "high",
                                                which == 0 ? 10 : 20);
                        assertTrue(message.startsWith("kernel reaching"), message);
                        assertTrue(message.endsWith(" failed: " + seen), message);
                        assertFalse(message.contains("MemorySegment"), message);
                    }
                }
            }
        }
    }
}
