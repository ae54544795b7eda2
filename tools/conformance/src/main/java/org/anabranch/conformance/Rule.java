package org.anabranch.conformance;

import org.anabranch.spi.support.ForeignThrowables;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * A numbered rule of the SPI, with its check. {@link Conformance} makes JUnit tests of all rules.
 *
 * @param number as in the documentation of {@code org.anabranch.spi}, such as {@code 2.1}
 * @param name of the check, made from number and content
 * @param check the static method of that name, with a {@link Subject}, or with an open device
 */
public record Rule(String number, String name, Method check) {
    private static final int PATIENCES_PER_CHECK = 6;
    private static final List<Rule> ALL =
            Stream.of(
                            FindingRules.class,
                            OperationRules.class,
                            MemoryRules.class,
                            CopyRules.class,
                            EndRules.class,
                            StealRules.class)
                    .flatMap(chapter -> Arrays.stream(chapter.getDeclaredMethods()))
                    .filter(method -> method.getName().startsWith("rule_"))
                    .map(Rule::of)
                    .sorted(Comparator.comparing(Rule::number))
                    .toList();

    private static Rule of(Method check) {
        String[] words = check.getName().split("_");
        return new Rule(words[1] + "." + words[2], check.getName(), check);
    }

    /** {@return all rules that have a check, in order} */
    public static List<Rule> all() {
        return ALL;
    }

    /**
     * Returns the rule with a number.
     *
     * @param number such as {@code 2.1}
     * @return the rule
     * @throws IllegalArgumentException if there is no such rule
     */
    public static Rule numbered(String number) {
        return ALL.stream()
                .filter(rule -> rule.number.equals(number))
                .findFirst()
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "there is no rule " + number + " that has a check"));
    }

    /**
     * Tests a device, ignoring exclusions. Runs in a thread of its own, which is left behind if the
     * device hangs.
     *
     * @param subject the device
     * @return empty if it keeps the rule; else why the rule does not apply
     * @throws RuleBrokenError if it breaks the rule; names the expected and the observed behaviour
     */
    public Optional<String> check(Subject subject) {
        FutureTask<Void> task = new FutureTask<>(call(subject));
        Thread thread = Thread.ofPlatform().daemon().name(name).start(task);
        try {
            task.get(PATIENCES_PER_CHECK * subject.patience().toNanos(), TimeUnit.NANOSECONDS);
            return Optional.empty();
        } catch (ExecutionException failed) {
            return Optional.of(reason(failed.getCause()));
        } catch (TimeoutException hangs) {
            Duration limit = subject.patience().multipliedBy(PATIENCES_PER_CHECK);
            RuleBrokenError error =
                    new RuleBrokenError(
                            verdict(
                                    "the check has not ended after "
                                            + limit
                                            + ": the device hangs"));
            error.setStackTrace(thread.getStackTrace());
            throw error;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new RuleBrokenError(verdict("the check was interrupted"), stopped);
        }
    }

    /**
     * Tests a device, with its exclusions.
     *
     * @param subject the device
     * @return the verdict
     */
    public RuleVerdict examine(Subject subject) {
        return Examination.of(this, subject);
    }

    private Callable<Void> call(Subject subject) {
        return () -> {
            if (check.getParameterTypes()[0] == Subject.class) {
                return invoke(subject);
            }
            try (Bench bench = new Bench(subject)) {
                return invoke(bench);
            }
        };
    }

    private Void invoke(Object tested) throws Exception {
        try {
            check.invoke(null, tested);
            return null;
        } catch (InvocationTargetException failed) {
            throw failed.getCause() instanceof Exception cause
                    ? cause
                    : new ExecutionException(failed.getCause());
        }
    }

    /** Returns the reason why the rule does not apply; throws if it is broken. */
    private String reason(Throwable failure) {
        Throwable cause = failure instanceof ExecutionException ? failure.getCause() : failure;
        if (cause instanceof NotApplicableException reason) {
            return reason.getMessage();
        }
        String seen =
                cause instanceof RuleBrokenError
                        ? cause.getMessage()
                        : "unexpectedly " + ForeignThrowables.text(cause);
        throw new RuleBrokenError(verdict(seen), cause);
    }

    private String verdict(String seen) {
        return "rule " + number + " is broken; expected: " + words() + "; seen: " + seen;
    }

    /** Returns the rule as a sentence. */
    private String words() {
        return name.replaceFirst("rule_\\d+_\\d+_", "").replace('_', ' ');
    }

    @Override
    public String toString() {
        return name;
    }

    /** Returns all numbers for which there is no rule. */
    static List<String> unknown(Iterable<String> numbers) {
        List<String> unknown = new ArrayList<>();
        for (String number : numbers) {
            if (ALL.stream().noneMatch(rule -> rule.number.equals(number))) {
                unknown.add(number);
            }
        }
        return unknown;
    }
}
