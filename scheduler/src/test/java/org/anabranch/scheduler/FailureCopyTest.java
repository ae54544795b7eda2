package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.ActionCancelledException;
import org.anabranch.api.ActionFailedException;
import org.anabranch.api.AnabranchException;
import org.anabranch.api.Buffer;
import org.anabranch.api.ClosedException;
import org.anabranch.api.DeadlockException;
import org.anabranch.api.DomainClosedException;
import org.anabranch.api.DomainLostException;
import org.anabranch.api.Event;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelArgumentException;
import org.anabranch.api.KernelBuildException;
import org.anabranch.api.KernelFormatException;
import org.anabranch.api.MemoryExhaustedException;
import org.anabranch.api.Parameter;
import org.anabranch.api.ProgramException;
import org.anabranch.api.RangeException;
import org.anabranch.api.Stream;
import org.anabranch.api.UndefinedDataException;
import org.anabranch.api.UnknownDomainException;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.List;
import java.util.function.BiFunction;

/**
 * One failure, thrown as two exceptions: to the thread that waits for the action and to the one
 * that closes its stream.
 */
@Timeout(120)
class FailureCopyTest {

    /** An exception type of the program. */
    private static final class OfTheProgram extends AnabranchException {
        private static final long serialVersionUID = 1;

        OfTheProgram(String message, Throwable cause) {
            super(message, cause);
        }
    }

    static List<AnabranchException> failures() {
        List<BiFunction<String, Throwable, AnabranchException>> types =
                List.of(
                        ActionCancelledException::new,
                        ActionFailedException::new,
                        AnabranchException::new,
                        ClosedException::new,
                        DeadlockException::new,
                        DomainClosedException::new,
                        DomainLostException::new,
                        KernelArgumentException::new,
                        KernelBuildException::new,
                        KernelFormatException::new,
                        MemoryExhaustedException::new,
                        OfTheProgram::new,
                        ProgramException::new,
                        RangeException::new,
                        UndefinedDataException::new,
                        UnknownDomainException::new);
        return types.stream().map(type -> type.apply("on purpose", null)).toList();
    }

    @ParameterizedTest
    @MethodSource("failures")
    void F2_close_adds_its_failure_to_the_one_that_the_program_is_told(AnabranchException root) {
        AnabranchException told =
                assertThrows(AnabranchException.class, () -> awaitInOpenStream(root));
        assertEquals("on purpose", told.getMessage());
        assertSame(root, told.getCause());
        assertEquals(1, told.getSuppressed().length);
        Throwable ofClose = told.getSuppressed()[0];
        assertSame(told.getClass(), ofClose.getClass());
        assertSame(root, ofClose.getCause());
        assertNotSame(told, ofClose);
        assertEquals(0, root.getSuppressed().length);
    }

    private static void awaitInOpenStream(AnabranchException root) {
        Kernel kernel =
                Kernel.of("throws", Parameter.inOut("x"))
                        .java(
                                (piece, arguments) -> {
                                    throw root;
                                });
        try (House house = House.host();
                Stream stream = house.host0().stream()) {
            Buffer x = house.platform.buffer(JAVA_LONG, 1);
            Event event = stream.run(kernel, x.all().inOut());
            event.await();
        }
    }
}
