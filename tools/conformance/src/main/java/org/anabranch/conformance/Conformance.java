package org.anabranch.conformance;

import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import org.anabranch.spi.Backend;
import org.anabranch.spi.DeviceInfo;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.opentest4j.TestAbortedException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The conformance kit as JUnit tests, in one call:
 *
 * <pre>{@code
 * @TestFactory
 * Stream<DynamicNode> keepsEveryRule() {
 *     return Conformance.tests(new AcmeBackend());
 * }
 * }</pre>
 *
 * <p>A test has the name of its rule. It passes if the device keeps the rule, and fails with a
 * {@link RuleBrokenError} that names the expected and the observed behaviour. It is aborted, which
 * is no failure, with the reason if the rule does not apply or is excluded, or if a basic rule
 * (chapter 0) is broken. Its timeouts depend on the device's own speed ({@link Subject#of}). In a
 * framework {@link BackendConformanceTest} does the same for all backends.
 */
public final class Conformance {
    private Conformance() {}

    /**
     * Returns tests of every rule on every device of a backend whose devices run Java.
     *
     * @param backend whose devices are not used otherwise meanwhile
     * @return a container for each device, with a test for each rule
     * @throws AssertionError if the backend finds no device, since nothing would be tested
     */
    public static Stream<DynamicNode> tests(Backend backend) {
        return tests(backend, kind -> () -> kind);
    }

    /**
     * Returns tests of every rule on every device of a backend.
     *
     * @param backend whose devices are not used otherwise meanwhile
     * @param declaration of a kind of device: kernels in its format, exclusions
     * @return a container for each device, with a test for each rule
     * @throws AssertionError if the backend finds no device, since nothing would be tested
     */
    public static Stream<DynamicNode> tests(
            Backend backend, Function<String, ConformanceDeclaration> declaration) {
        List<DynamicNode> nodes = nodes(backend, declaration, Subject.LEAST);
        if (nodes.isEmpty()) {
            throw new AssertionError("the backend finds no device: nothing would be tested");
        }
        return nodes.stream();
    }

    /** Returns a container for each device; or one test, which fails, if the search does. */
    static List<DynamicNode> nodes(
            Backend backend,
            Function<String, ConformanceDeclaration> declaration,
            Duration patience) {
        List<DynamicNode> nodes = new ArrayList<>();
        try {
            for (DeviceInfo info : Rule.probed(backend, patience)) {
                Subject subject =
                        Subject.of(backend, info, declaration.apply(info.kind()), patience);
                nodes.add(dynamicContainer(info.id(), tests(subject)));
            }
            return nodes;
        } catch (RuleBrokenError broken) {
            return List.of(
                    dynamicTest(
                            Rule.numbered("0.1").name(),
                            () -> {
                                throw broken;
                            }));
        }
    }

    /**
     * Returns tests of every rule on one device.
     *
     * @param subject the device, its kernels, exclusions and timeout
     * @return a test for each rule
     */
    public static Stream<DynamicTest> tests(Subject subject) {
        Examination examination = new Examination(subject);
        return Rule.all().stream()
                .map(rule -> dynamicTest(rule.name(), () -> judge(examination.verdict(rule))));
    }

    private static void judge(RuleVerdict verdict) {
        switch (verdict.outcome()) {
            case HOLDS -> {}
            case SKIPPED -> throw new TestAbortedException(verdict.words());
            case BROKEN -> throw verdict.cause().orElseThrow();
        }
    }
}
