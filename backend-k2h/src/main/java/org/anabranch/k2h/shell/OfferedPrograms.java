package org.anabranch.k2h.shell;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.ProgramException;
import org.anabranch.k2h.program.Program;
import org.anabranch.spi.support.ForeignThrowables;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * The programs of other bundles, with all calls to their code except those of a run; these may
 * throw and return any value.
 */
final class OfferedPrograms {
    private final Map<String, Program> byName = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    /**
     * Collects the programs. Of several with a name, the first counts; one whose name cannot be
     * read is ignored.
     */
    OfferedPrograms(List<Program> offered) {
        for (Program program : offered) {
            try {
                byName.putIfAbsent(program.name(), program);
            } catch (Throwable broken) {
                // there is no name for a message
            }
        }
    }

    /** Returns names and usages, in order. */
    Map<String, String> usages() {
        Map<String, String> usages = new TreeMap<>();
        byName.forEach((name, program) -> usages.put(name, usage(program)));
        return usages;
    }

    private static String usage(Program program) {
        try {
            return String.valueOf(program.usage());
        } catch (Throwable broken) {
            return "fails to say what it does: " + ForeignThrowables.text(broken);
        }
    }

    Program named(String name) {
        Program program = byName.get(name);
        if (program == null) {
            throw new ProgramException(
                    "there is no program %s, only %s"
                            .formatted(name, String.join(", ", byName.keySet())));
        }
        return program;
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
