package org.anabranch.shell.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.Domain;
import org.anabranch.api.Job;
import org.anabranch.api.Platform;
import org.anabranch.shell.FakeJob;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** B7: a job that misbehaves when it is asked for its name is left out, and alone. */
class JobDirectoryTest {
    private final JobDirectory directory = new JobDirectory(Duration.ofSeconds(1));
    private final FakeJob good = new FakeJob("good", out -> FakeJob.GOOD);

    private static final class Foreign implements Job {
        private final Supplier<String> said;
        private final Supplier<String> described;

        Foreign(Supplier<String> said, Supplier<String> described) {
            this.said = said;
            this.described = described;
        }

        @Override
        public String name() {
            return said.get();
        }

        @Override
        public String usage() {
            return described.get();
        }

        @Override
        public Report run(Platform p, List<Domain> d, List<String> a, PrintWriter progress) {
            return FakeJob.GOOD;
        }

        @Override
        public boolean equals(Object other) {
            throw new IllegalStateException("equals");
        }

        @Override
        public int hashCode() {
            throw new IllegalStateException("hashCode");
        }
    }

    private static final class Lying extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public String getMessage() {
            throw new IllegalStateException("getMessage");
        }

        @Override
        public synchronized Throwable getCause() {
            throw new IllegalStateException("getCause");
        }
    }

    private static final class Circular extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public synchronized Throwable getCause() {
            return new Circular();
        }
    }

    private static String thrown(RuntimeException what) {
        throw what;
    }

    private static String error() {
        throw new LinkageError("gone");
    }

    private static String never() {
        while (true) {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException ignored) {
                Thread.interrupted();
            }
        }
    }

    static Stream<Supplier<String>> names() {
        return Stream.of(
                () -> null,
                () -> "",
                () -> "two words",
                () -> "--json",
                () -> thrown(new IllegalStateException("no\nname")),
                () -> thrown(new Lying()),
                () -> thrown(new Circular()),
                JobDirectoryTest::error,
                JobDirectoryTest::never);
    }

    @ParameterizedTest
    @MethodSource("names")
    void b7_issue_20_nameThatCannotBeHadLeavesOutThatJobAlone(Supplier<String> name) {
        directory.jobs = List.of(new Foreign(name, () -> "does nothing"), good);
        for (int i = 0; i < 2; i++) {
            assertEquals(List.of("good"), directory.names());
            assertEquals(1, directory.troubles().size());
            String sentence = directory.troubles().getFirst();
            assertTrue(sentence.startsWith("a job ("), sentence);
            assertTrue(sentence.contains("Foreign) is left out: "), sentence);
            assertFalse(sentence.contains("\n"), sentence);
        }
        directory.jobs = List.of(good);
        assertEquals(List.of(), directory.troubles());
    }

    @ParameterizedTest
    @MethodSource("names")
    void b7_issue_20_jobThatCannotSayWhatItTakesIsThereAllTheSame(Supplier<String> usage) {
        directory.jobs = List.of(new Foreign(() -> "odd", usage), good);
        assertEquals(List.of("good", "odd"), directory.names());
        assertTrue(directory.offers().getLast().usage() != null);
    }

    @Test
    void b7_issue_20_jobThatInterruptsIsThereAndItsCallerIsNotInterrupted() {
        Supplier<String> interrupting =
                () -> {
                    Thread.currentThread().interrupt();
                    return "odd";
                };
        directory.jobs = List.of(new Foreign(interrupting, interrupting), good);
        assertEquals(List.of("good", "odd"), directory.names());
        assertFalse(Thread.currentThread().isInterrupted());
    }
}
