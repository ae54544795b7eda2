package org.anabranch.k2h.bench;

import org.anabranch.k2h.host.HostMachine;
import org.anabranch.k2h.program.Program;
import org.anabranch.k2h.run.RuntimeOptions;
import org.anabranch.scheduler.EngineFactory;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The scalability of the production scheduler with workers of one kind, in simulated time: the
 * speedup over itself with one worker, divided by their number. With more workers than this machine
 * has processors.
 */
public final class Growth {
    private static final List<Integer> WORKERS = List.of(1, 2, 4, 8, 12, 16, 32, 64);

    private Growth() {}

    /** {@return the programs by name, large enough for 64 workers} */
    public static Map<String, Supplier<Program.Run>> programs() {
        Map<String, Supplier<Program.Run>> programs = new LinkedHashMap<>();
        programs.put("tree search, 2.9 us", () -> new Uts(7, 40_000, 2000));
        programs.put("tree search, 14.3 us", () -> new Uts(9, 40_000, 10_000));
        programs.put("fib 30, cutoff 14", () -> new Fib(30, 14));
        programs.put("product, 512", () -> new Matmul(512, 32));
        programs.put("Cholesky, 1024", () -> new Cholesky(1024, 32));
        return programs;
    }

    /**
     * Runs a program.
     *
     * @throws IllegalStateException if its result is wrong
     */
    public static HostMachine.Report run(Supplier<Program.Run> program, int workers, long seed) {
        Program.Run run = program.get();
        HostMachine.Report report =
                HostMachine.run(
                        new EngineFactory(),
                        RuntimeOptions.cores(workers, 0),
                        seed,
                        run.image(),
                        (cpu, none) -> run.main(cpu));
        String wrong = run.verify();
        if (!wrong.isEmpty()) {
            throw new IllegalStateException(workers + " workers: " + wrong);
        }
        return report;
    }

    /** {@return small nested scopes, of which some make workers wait and spares begin} */
    public static HostMachine.Report smallRun(int workers, long seed) {
        return run(() -> new Fib(18, 8), workers, seed);
    }

    /** {@return nested scopes, in which many workers wait} */
    public static HostMachine.Report nested(int workers, long seed) {
        return run(() -> new Fib(28, 14), workers, seed);
    }

    /** {@return a tree search as in the table; smaller} */
    public static HostMachine.Report tree(int workers, long seed) {
        return run(() -> new Uts(7, 12_000, 5000), workers, seed);
    }

    /**
     * Prints a table of efficiency.
     *
     * @param arguments none, or words that names of programs contain
     */
    public static void main(String[] arguments) {
        StringBuilder head = new StringBuilder("| program |");
        WORKERS.forEach(count -> head.append(' ').append(count).append(" |"));
        System.out.println(head + "\n|---|" + "---|".repeat(WORKERS.size()));
        programs()
                .forEach(
                        (name, program) -> {
                            if (arguments.length == 0 || name.contains(arguments[0])) {
                                System.out.println(line(name, program));
                            }
                        });
    }

    private static String line(String name, Supplier<Program.Run> program) {
        StringBuilder text = new StringBuilder("| " + name + " |");
        double one = 0;
        for (int workers : WORKERS) {
            HostMachine.Report report = run(program, workers, 1);
            one = workers == 1 ? report.nanos() : one;
            text.append(String.format(Locale.ROOT, " %.2f |", one / report.nanos() / workers));
        }
        return text.toString();
    }
}
