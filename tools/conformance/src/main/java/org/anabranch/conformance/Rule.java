package org.anabranch.conformance;

import org.anabranch.spi.Backend;
import org.anabranch.spi.DeviceInfo;
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
import java.util.stream.Stream;

/**
 * A numbered rule of the SPI, with its check. {@link Conformance} makes JUnit tests of all rules.
 *
 * @param number as in the documentation of {@code org.anabranch.spi}, such as {@code 2.1}
 * @param name of the check, made from number and content
 * @param check the static method of that name, with a {@link Subject}, or with an open device
 */
public record Rule(String number, String name, Method check) {
    private static final List<Rule> ALL =
            Stream.of(
                            BasicRules.class,
                            FindingRules.class,
                            OperationRules.class,
                            HostMemoryRules.class,
                            MemoryRules.class,
                            CopyRules.class,
                            EndRules.class,
                            StealRules.class)
                    .flatMap(chapter -> Arrays.stream(chapter.getDeclaredMethods()))
                    .filter(method -> method.getName().startsWith("rule_"))
                    .map(Rule::of)
                    .sorted(
                            Comparator.comparingInt(Rule::chapter)
                                    .thenComparingInt(Rule::inChapter))
                    .toList();

    private static Rule of(Method check) {
        String[] words = check.getName().split("_");
        return new Rule(words[1] + "." + words[2], check.getName(), check);
    }

    private int chapter() {
        return Integer.parseInt(number.substring(0, number.indexOf('.')));
    }

    private int inChapter() {
        return Integer.parseInt(number.substring(number.indexOf('.') + 1));
    }

    /** Returns true for a rule about the calls that all other checks make. */
    boolean isBasic() {
        return chapter() == 0;
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
     * Returns the devices of a backend.
     *
     * @param backend the backend
     * @return as {@link Backend#probe}
     * @throws RuleBrokenError if the search breaks rule 0.1, or takes longer than a minute
     */
    public static List<DeviceInfo> probed(Backend backend) {
        return probed(backend, Subject.LEAST);
    }

    static List<DeviceInfo> probed(Backend backend, Duration patience) {
        Boundary boundary = new Boundary(patience);
        Callable<List<DeviceInfo>> search = new GuardedBackend(backend, boundary)::probe;
        return numbered("0.1").limited(boundary, search);
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
        Boundary boundary = new Boundary(subject.patience());
        try {
            limited(boundary, call(subject.behind(boundary)));
            return Optional.empty();
        } catch (NotApplicableException reason) {
            return Optional.of(reason.getMessage());
        }
    }

    /** Runs code within the limits; throws if it finds that the rule is broken. */
    private <T> T limited(Boundary boundary, Callable<T> code) {
        try {
            return boundary.limited(name, code);
        } catch (ExecutionException failed) {
            throw failure(failed.getCause(), boundary);
        } catch (RuleBrokenError hangs) {
            throw broken(hangs.getMessage(), hangs);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw broken("the check was interrupted", stopped);
        }
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

    /** Returns the error of a broken rule; throws if the rule does not apply. */
    private RuleBrokenError failure(Throwable thrown, Boundary boundary) {
        Throwable cause = thrown instanceof ExecutionException ? thrown.getCause() : thrown;
        if (cause instanceof NotApplicableException reason) {
            throw reason;
        }
        String unexpected = "unexpectedly " + ForeignThrowables.text(cause);
        String seen =
                cause instanceof RuleBrokenError
                        ? cause.getMessage()
                        : boundary.refused(cause).orElse(unexpected);
        return broken(seen, cause);
    }

    private RuleBrokenError broken(String seen, Throwable cause) {
        return new RuleBrokenError(
                "rule " + number + " is broken; expected: " + words() + "; seen: " + seen, cause);
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
