package org.anabranch.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.util.stream.Collectors.toSet;

import org.anabranch.api.Kernel;
import org.anabranch.conformance.Liar.LyingBackend;
import org.anabranch.conformance.PlantedDevice.Planted;
import org.anabranch.faulty.FaultPlan;
import org.anabranch.faulty.FaultyBackend;
import org.anabranch.faulty.ForwardingDevice;
import org.anabranch.faulty.OddThrowable;
import org.anabranch.spi.Backend;
import org.anabranch.spi.DeviceInfo;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

class ExaminationTest {
    private static final Rule RULE = Rule.numbered("4.1");
    private static final Backend HONEST = Liar.reference(1);
    private static final Backend LIAR = new LyingBackend(HONEST, EndLiars.ClosesLater::new);

    @AfterEach
    void cleanUp() {
        EndLiars.cleanUp();
    }

    private static void examine(
            Backend backend, Map<String, String> never, Map<String, String> notYet)
            throws Throwable {
        ConformanceDeclaration declaration =
                new ServiceDeclaration("reference", SelfTestKernels.inJava(), never, notYet);
        Subject subject =
                new Subject(
                        backend, backend.probe().getFirst(), declaration, Duration.ofSeconds(5));
        Conformance.tests(subject)
                .filter(test -> test.getDisplayName().equals(RULE.name()))
                .findFirst()
                .orElseThrow()
                .getExecutable()
                .execute();
    }

    @Test
    void aRuleThatNeverHoldsIsSkippedWithItsReason() {
        TestAbortedException skipped =
                assertThrows(
                        TestAbortedException.class,
                        () ->
                                examine(
                                        LIAR,
                                        Map.of("4.1", "the driver closes by itself"),
                                        Map.of()));
        assertEquals("4.1 never holds here: the driver closes by itself", skipped.getMessage());
    }

    @Test
    void aRuleThatDoesNotHoldYetIsSkippedAsLongAsItDoesNot() throws Throwable {
        Map<String, String> notYet = Map.of("4.1", "being written");
        TestAbortedException skipped =
                assertThrows(TestAbortedException.class, () -> examine(LIAR, Map.of(), notYet));
        assertEquals("4.1 does not hold yet: being written", skipped.getMessage());
        AssertionError stale =
                assertThrows(AssertionError.class, () -> examine(HONEST, Map.of(), notYet));
        assertEquals("4.1 holds now: take it out of notYet (being written)", stale.getMessage());
    }

    @Test
    void withoutExclusionTheRuleDecides() throws Throwable {
        examine(HONEST, Map.of(), Map.of());
        assertThrows(RuleBrokenError.class, () -> examine(LIAR, Map.of(), Map.of()));
    }

    @Test
    void aBackendWithoutADeviceIsNotTestedInVain() {
        Backend none =
                new LyingBackend(HONEST, below -> below) {
                    @Override
                    public List<DeviceInfo> probe() {
                        return List.of();
                    }
                };
        AssertionError empty = assertThrows(AssertionError.class, () -> Conformance.tests(none));
        assertEquals("the backend finds no device: nothing would be tested", empty.getMessage());
    }

    @Test
    void patienceGoesByTheSpeedOfTheDevice() {
        FaultPlan slow = FaultPlan.parse("cost write 40000 0");
        Backend far = new FaultyBackend(HONEST, slow);
        Subject subject = Subject.plain(far, far.probe().getFirst());
        assertTrue(subject.patience().compareTo(Duration.ofSeconds(100)) >= 0, subject::toString);
        Subject quick = Subject.plain(HONEST, HONEST.probe().getFirst());
        assertTrue(quick.patience().compareTo(Duration.ofSeconds(20)) >= 0, quick::toString);
    }

    @Test
    void anExclusionThatNamesNoRuleOrNoReasonFails() {
        AssertionError unknown =
                assertThrows(
                        AssertionError.class,
                        () -> examine(HONEST, Map.of("9.9", "why"), Map.of()));
        assertEquals(
                "the declaration of reference excludes rules that do not exist: [9.9]",
                unknown.getMessage());
        AssertionError mute =
                assertThrows(
                        AssertionError.class, () -> examine(HONEST, Map.of(), Map.of("2.5", " ")));
        assertEquals(
                "the declaration of reference excludes 2.5 without a reason", mute.getMessage());
    }

    @Test
    void exclusionsAreReadFromServiceProperties() {
        assertEquals(Map.of(), ServiceDeclaration.exclusions("p", null));
        assertEquals(
                Map.of("2.5", "cannot fail"),
                ServiceDeclaration.exclusions("p", "2.5: cannot fail"));
        assertEquals(
                Map.of("2.4", "a: b", "2.5", "c"),
                ServiceDeclaration.exclusions("p", new String[] {"2.4: a: b", " 2.5 :c"}));
        assertThrows(
                IllegalArgumentException.class,
                () -> ServiceDeclaration.exclusions("p", "2.5 because"));
        assertThrows(IllegalArgumentException.class, () -> ServiceDeclaration.exclusions("p", 25));
    }

    @Test
    void kernelsAreFoundByNameInALibrary() {
        SelfTestKernels java = SelfTestKernels.inJava();
        List<Kernel> withoutFailure = List.of(java.copyTile(), java.add());
        SelfTestKernels found = ServiceDeclaration.kernels(() -> withoutFailure);
        assertEquals(java.add(), found.add());
        assertEquals(java.copyTile(), found.copyTile());
        assertTrue(found.fail().isEmpty());
        IllegalArgumentException lacking =
                assertThrows(
                        IllegalArgumentException.class,
                        () -> ServiceDeclaration.kernels(() -> List.of(java.add())));
        assertEquals(
                "the library for self-tests lacks the kernel selftest_copy_tile",
                lacking.getMessage());
    }

    @Test
    void aDeviceThatHangsIsLeftBehind() {
        Backend hanging =
                new LyingBackend(
                        HONEST,
                        below ->
                                new ForwardingDevice(below) {
                                    @Override
                                    public void close() {
                                        try {
                                            Thread.sleep(Duration.ofHours(1));
                                        } catch (InterruptedException stopped) {
                                            Thread.currentThread().interrupt();
                                        }
                                    }
                                });
        ConformanceDeclaration declaration = () -> "reference";
        Subject subject =
                new Subject(
                        hanging, hanging.probe().getFirst(), declaration, Duration.ofMillis(100));
        RuleBrokenError caught = assertThrows(RuleBrokenError.class, () -> RULE.check(subject));
        assertEquals(
                "rule 4.1 is broken; expected: close settles what is outstanding; seen: close has"
                        + " not returned after PT0.1S: the device hangs",
                caught.getMessage());
    }

    /**
     * Runs tests that were made for a backend; returns those that fail, and why others were not
     * run.
     */
    private static Map<String, Set<String>> run(Backend backend) {
        Map<String, Set<String>> results = new TreeMap<>();
        Function<String, ConformanceDeclaration> declaration = kind -> () -> kind;
        Conformance.nodes(backend, declaration, Duration.ofMillis(200)).stream()
                .flatMap(
                        node ->
                                node instanceof DynamicContainer device
                                        ? device.getChildren()
                                        : Stream.of(node))
                .map(DynamicTest.class::cast)
                .forEach(
                        test ->
                                results.merge(
                                        result(test),
                                        Set.of(test.getDisplayName()),
                                        ExaminationTest::both));
        return results;
    }

    private static Set<String> both(Set<String> some, Set<String> others) {
        return Stream.concat(some.stream(), others.stream()).collect(toSet());
    }

    private static String result(DynamicTest test) {
        try {
            test.getExecutable().execute();
            return "passed";
        } catch (Throwable thrown) {
            return thrown.getMessage();
        }
    }

    @Test
    void o3_aDeviceWhoseCloseHangsIsMeasuredAndTestedWithinLimits() {
        Map<String, Set<String>> results = run(new Planted(HONEST, CallBugs.hangingClose()));
        assertEquals(
                Set.of("rule_0_5_close_returns_and_throws_nothing"),
                results.get(
                        "rule 0.5 is broken; expected: close returns and throws nothing; seen:"
                                + " close has not returned after PT0.2S: the device hangs"));
        assertEquals(4, results.get("passed").size());
        assertEquals(
                Rule.all().size() - 5,
                results.get("not tested, since rule 0.5, which all others need, is broken").size());
    }

    @Test
    void o4_aThrowingProbeIsAVerdict() {
        assertEquals(
                Map.of(
                        "rule 0.1 is broken; expected: probe returns descriptions; seen: probe"
                                + " threw java.lang.IllegalStateException: vendor",
                        Set.of("rule_0_1_probe_returns_descriptions")),
                run(
                        new LyingBackend(HONEST, below -> below) {
                            @Override
                            public List<DeviceInfo> probe() {
                                throw new IllegalStateException("vendor");
                            }
                        }));
    }

    @Test
    void r2_aDeviceThatFailsWithWhatCannotBeReadBreaksARuleReadably() {
        Subject subject = HonestDevicesTest.subject(HONEST);
        for (OddThrowable odd : OddThrowable.all()) {
            if (odd.getter() != OddThrowable.Getter.FILL_IN) {
                CountedCompletion told =
                        new CountedCompletion(subject.patience(), "a copy", () -> {}, () -> {});
                told.failed(odd.make());
                RuleBrokenError broken = assertThrows(RuleBrokenError.class, told::succeeds);
                assertTrue(broken.getMessage().startsWith("a copy failed: "), odd::toString);
                assertTrue(broken.getMessage().length() < 30_000, odd::toString);
            }
        }
    }
}
