package org.anabranch.k2h.shell;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.ProgramException;
import org.anabranch.k2h.program.Program;
import org.anabranch.spi.support.ForeignThrowables;

import java.util.List;
import java.util.function.Supplier;

/**
 * All calls to the code of programs of other bundles except those of a run; the programs may throw
 * and return any value.
 */
final class ProgramCalls {
    private ProgramCalls() {}

    /** Returns the usage. */
    static String usage(Program program) {
        try {
            return String.valueOf(program.usage());
        } catch (Throwable broken) {
            return "fails to say what it does: " + ForeignThrowables.text(broken);
        }
    }

    /** Prepares a run. */
    static Program.Run prepare(Program program, List<String> arguments) {
        return called("prepare", () -> program.prepare(List.copyOf(arguments)));
    }

    /** Returns the error in a result. */
    static String verify(Program.Run run) {
        return called("verify", run::verify);
    }

    private static <T> T called(String what, Supplier<T> call) {
        T given;
        try {
            given = call.get();
        } catch (ProgramException unusable) {
            throw unusable;
        } catch (Throwable broken) {
            throw new AnabranchException(
                    "the program's " + what + " failed: " + ForeignThrowables.text(broken), broken);
        }
        if (given == null) {
            throw new AnabranchException("the program's " + what + " returned null");
        }
        return given;
    }
}
