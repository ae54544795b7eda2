package org.anabranch.k2h;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.ProgramException;
import org.anabranch.faulty.OddThrowable;
import org.anabranch.k2h.bench.PaperPrograms;
import org.anabranch.k2h.board.Bank;
import org.anabranch.k2h.program.Cpu;
import org.anabranch.k2h.program.Function;
import org.anabranch.k2h.program.Image;
import org.anabranch.k2h.program.Program;
import org.anabranch.k2h.shell.RunCommands;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Programs as their users run them. */
class RunCommandsTest {
    @TempDir Path folder;

    /** A program whose parts do what a test wants. */
    private record Odd(Supplier<Image> images, Consumer<Cpu> body, Supplier<String> verdict)
            implements Program, Program.Run {
        static Odd of(Consumer<Cpu> main) {
            return new Odd(Image::new, main, () -> "");
        }

        @Override
        public String name() {
            return "odd";
        }

        @Override
        public String usage() {
            return "odd: what a test wants";
        }

        @Override
        public Program.Run prepare(List<String> arguments) {
            return this;
        }

        @Override
        public void main(Cpu cpu) {
            body.accept(cpu);
        }

        @Override
        public String verify() {
            return verdict.get();
        }

        @Override
        public Image image() {
            return images.get();
        }
    }

    private static Object run(Program odd, String words) throws Exception {
        List<Program> all = new ArrayList<>(PaperPrograms.all());
        if (odd != null) {
            all.add(odd);
        }
        return new RunCommands(new ModelMachine(), all).simulate(words.split(" "));
    }

    private static String failed(Program odd, String words) {
        AnabranchException failure = assertThrows(AnabranchException.class, () -> run(odd, words));
        return failure.getMessage();
    }

    @Test
    void theProgramsOfThePaperRunByNameAtAnySizeOnAnyBoard() throws Exception {
        for (String words :
                List.of(
                        "Matmul 128 32 --workers 3..4 --board am57x --check",
                        "nbody 128 8 --board wide --policy cost_aware",
                        "SERIES 20 --dsp-only --workers 2 --write-through",
                        "matmul 64 --real --workers 5")) {
            String text = (String) run(null, words);
            assertTrue(text.lines().skip(2).allMatch(line -> line.contains(" right")), text);
        }
    }

    @Test
    void filesAreWrittenWhereToldAndSaidWhere() throws Exception {
        Path gantt = folder.resolve("g.svg");
        Path trace = folder.resolve("t.json");
        String text =
                (String)
                        run(
                                null,
                                "nbody 128 --workers 6 --report --gantt %s --chrome %s"
                                        .formatted(gantt, trace));
        assertTrue(text.contains("gantt chart in " + gantt), text);
        assertTrue(text.contains("trace in " + trace), text);
        assertTrue(text.contains("DSP 1"), text);
        assertTrue(Files.readString(gantt).startsWith("<svg"));
        assertTrue(Files.readString(trace).startsWith("{\"displayTimeUnit\""));
    }

    @Test
    void dataHasCountsOfBothSides() throws Exception {
        Map<?, ?> data = (Map<?, ?>) run(null, "nbody 128 --workers 5 --json");
        Map<?, ?> first = (Map<?, ?>) ((List<?>) data.get("runs")).getFirst();
        assertEquals(true, first.get("right"));
        assertTrue(((Map<?, ?>) first.get("dsp")).containsKey("tasks"));
    }

    @Test
    void unusableWordsSayWhatIsPossible() throws Exception {
        Path broken = Files.writeString(folder.resolve("b.board"), "base = k2h\nname = b\ncores\n");
        Map<String, String> wrong =
                Map.of(
                        "nope",
                        "there is no program nope, only matmul, nbody, series",
                        "--json",
                        "k2h:simulate needs the name",
                        "nbody --workers 13",
                        "--workers takes 1 to 12",
                        "nbody --workers x",
                        "a number or a range",
                        "nbody --board nowhere",
                        "[k2h, am57x, wide] or a file",
                        "nbody --board " + broken,
                        broken + ":3: 'cores' is no",
                        "nbody --policy odd",
                        "paper",
                        "nbody many",
                        "nbody: the size must be a whole number, not many",
                        "matmul 100",
                        "halving does not end in multiples of 32",
                        "nbody --workers 1..2 --report",
                        "one number of workers");
        for (Map.Entry<String, String> line : wrong.entrySet()) {
            ProgramException refused =
                    assertThrows(ProgramException.class, () -> run(null, line.getKey()));
            assertTrue(refused.getMessage().contains(line.getValue()), refused::getMessage);
        }
    }

    @Test
    void aProgramThatMisbehavesIsAnErrorThatNamesIt() {
        assertTrue(failed(Odd.of(cpu -> cpu.getInt(4)), "odd").contains("main failed on ARM 0"));
        assertTrue(
                failed(
                                Odd.of(
                                        cpu -> {
                                            throw new AssertionError("mine");
                                        }),
                                "odd --real")
                        .contains("mine"));
        Odd nothing = new Odd(() -> null, cpu -> {}, () -> "");
        assertTrue(failed(nothing, "odd").contains("has no image"));
        Odd wrong = new Odd(Image::new, cpu -> {}, () -> "2 is not 3");
        assertTrue(failed(wrong, "odd").contains("wrong: 2 is not 3"));
        Odd silent = new Odd(Image::new, cpu -> {}, () -> null);
        assertTrue(failed(silent, "odd").contains("verify returned null"));
    }

    @Test
    void r2_aProgramThatThrowsWhatCannotBeReadIsAnErrorThatNamesIt() {
        for (OddThrowable odd : OddThrowable.all()) {
            Supplier<Image> image =
                    () -> {
                        throw odd.make();
                    };
            String message = failed(new Odd(image, cpu -> {}, () -> ""), "odd");
            assertTrue(message.contains("has no image: "), odd::toString);
            assertTrue(message.length() < 30_000, odd::toString);
        }
    }

    /** An undeclared write is a failure with --check, and else not noticed. */
    @Test
    void whatTheCheckerFindsIsAFailure() throws Exception {
        assertTrue(
                failed(undeclared(), "odd --check --workers 12").contains("UNDECLARED_WRITE by w"));
        assertTrue(run(undeclared(), "odd --workers 12").toString().contains("right"));
    }

    private static Odd undeclared() {
        Image image = new Image();
        Function write = image.task("w", (cpu, a) -> cpu.putInt(a[cpu.core().isDsp() ? 1 : 0], 1));
        return new Odd(
                () -> image,
                cpu -> {
                    long p = cpu.wsMalloc(Bank.DDR, 128);
                    cpu.startFinish();
                    cpu.async(write, p, cpu.dspPointer(p));
                    cpu.endFinish();
                },
                () -> "");
    }

    @Test
    void anInterruptEndsARunThatWouldNot() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        Odd endless =
                Odd.of(
                        cpu -> {
                            begun.countDown();
                            while (true) {
                                cpu.startFinish();
                                cpu.endFinish();
                            }
                        });
        List<Throwable> ended = new ArrayList<>();
        Thread caller =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    try {
                                        run(endless, "odd");
                                    } catch (Throwable thrown) {
                                        ended.add(thrown);
                                    }
                                });
        begun.await();
        caller.interrupt();
        caller.join();
        assertInstanceOf(CancellationException.class, ended.getFirst());
    }

    @Test
    void programsAndBoardsAreListed() throws Exception {
        RunCommands commands = new RunCommands(new ModelMachine(), PaperPrograms.all());
        assertEquals(3, commands.programs().toString().lines().count());
        assertTrue(commands.programs("--json") instanceof Map<?, ?> all && all.size() == 3);
        String boards = commands.boards().toString();
        assertEquals(3 * 4, boards.lines().count(), boards);
        assertEquals(3, ((Object[]) commands.boards("--json")).length);
        Path copy = Files.writeString(folder.resolve("c.board"), commands.boards("k2h").toString());
        assertTrue(commands.boards(copy.toString()).toString().contains("66AK2H"));
        assertThrows(ProgramException.class, () -> commands.boards("nowhere"));
        assertThrows(ProgramException.class, () -> commands.programs("x"));
    }
}
