package org.anabranch.conformance;

import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import org.anabranch.spi.Backend;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.opentest4j.TestAbortedException;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The kit in a JUnit test, in one call:
 *
 * <pre>{@code
 * @TestFactory
 * Stream<DynamicNode> keepsEveryRule() {
 *     return Conformance.tests(new AcmeBackend());
 * }
 * }</pre>
 *
 * <p>A test has the name of its rule. It passes if the device keeps the rule, fails with a {@link
 * RuleBrokenError} that says what was expected and what was seen, and is aborted, which is no
 * failure, with the reason if the rule does not apply or is excluded. How long it waits goes by the
 * device's own speed ({@link Subject#of}). In a framework {@link BackendConformanceTest} does the
 * same for all backends.
 */
public final class Conformance {
    private Conformance() {}

    /**
     * Every rule on every device of a backend whose devices run Java.
     *
     * @param backend whose devices nobody else uses meanwhile
     * @return a container for each device, a test in it for each rule
     * @throws AssertionError if the backend finds no device, for then nothing would be tested
     */
    public static Stream<DynamicNode> tests(Backend backend) {
        return tests(backend, kind -> () -> kind);
    }

    /**
     * Every rule on every device of a backend.
     *
     * @param backend whose devices nobody else uses meanwhile
     * @param declaration of a kind of device: kernels in its format, exclusions
     * @return a container for each device, a test in it for each rule
     * @throws AssertionError if the backend finds no device, for then nothing would be tested
     */
    public static Stream<DynamicNode> tests(
            Backend backend, Function<String, ConformanceDeclaration> declaration) {
        List<Subject> subjects =
                backend.probe().stream()
                        .map(info -> Subject.of(backend, info, declaration.apply(info.kind())))
                        .toList();
        if (subjects.isEmpty()) {
            throw new AssertionError("the backend finds no device: nothing would be tested");
        }
        return subjects.stream()
                .map(subject -> dynamicContainer(subject.info().id(), tests(subject)));
    }

    /**
     * Every rule on one device.
     *
     * @param subject the device, its kernels and exclusions, and how long to wait for it
     * @return a test for each rule
     */
    public static Stream<DynamicTest> tests(Subject subject) {
        return Rule.all().stream()
                .map(rule -> dynamicTest(rule.name(), () -> judge(rule.examine(subject))));
    }

    private static void judge(Verdict verdict) {
        switch (verdict.outcome()) {
            case HOLDS -> {}
            case SKIPPED -> throw new TestAbortedException(verdict.words());
            case BROKEN -> throw verdict.cause().orElseThrow();
        }
    }
}
