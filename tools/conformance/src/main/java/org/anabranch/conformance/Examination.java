package org.anabranch.conformance;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The examination of one device by rule after rule, with regard to exclusions. After a breach of a
 * basic rule (chapter 0) other rules are skipped, since their checks would only find it again.
 */
public final class Examination {
    private final Subject subject;
    private Optional<Rule> brokenBasis = Optional.empty();

    /**
     * Begins an examination.
     *
     * @param subject the device
     */
    public Examination(Subject subject) {
        this.subject = subject;
    }

    /**
     * Tests the device by one rule.
     *
     * @param rule the rule
     * @return the verdict
     */
    public synchronized RuleVerdict verdict(Rule rule) {
        Optional<String> stopped = stopped();
        if (stopped.isPresent()) {
            return RuleVerdict.skipped(rule, stopped.get());
        }
        try {
            return decided(rule);
        } catch (AssertionError wrong) {
            brokenBasis = Optional.of(rule).filter(Rule::isBasic);
            return RuleVerdict.broken(rule, wrong);
        }
    }

    /** {@return why no more rules are tested; empty while they are} */
    public synchronized Optional<String> stopped() {
        return brokenBasis.map(
                rule ->
                        "not tested, since rule %s, which all others need, is broken"
                                .formatted(rule.number()));
    }

    private RuleVerdict decided(Rule rule) {
        Map<String, String> notYet = subject.declaration().notYet();
        checkDeclaration(subject.declaration());
        String number = rule.number();
        String never = subject.declaration().never().get(number);
        if (never != null) {
            return RuleVerdict.skipped(rule, number + " never holds here: " + never);
        }
        Optional<String> reason;
        try {
            reason = rule.check(subject);
        } catch (RuleBrokenError broken) {
            if (notYet.containsKey(number)) {
                return RuleVerdict.skipped(
                        rule, number + " does not hold yet: " + notYet.get(number));
            }
            throw broken;
        }
        if (reason.isPresent()) {
            return RuleVerdict.skipped(rule, number + " does not apply: " + reason.get());
        }
        if (notYet.containsKey(number)) {
            throw new AssertionError(
                    number + " holds now: take it out of notYet (" + notYet.get(number) + ")");
        }
        return RuleVerdict.holds(rule);
    }

    /** Checks that every exclusion names a rule and has a reason. */
    private static void checkDeclaration(ConformanceDeclaration declaration) {
        Map<String, String> never = declaration.never();
        Map<String, String> notYet = declaration.notYet();
        List<String> numbers = new ArrayList<>(never.keySet());
        numbers.addAll(notYet.keySet());
        List<String> unknown = Rule.unknown(numbers);
        if (!unknown.isEmpty()) {
            throw new AssertionError(
                    "the declaration of %s excludes rules that do not exist: %s"
                            .formatted(declaration.kind(), unknown));
        }
        for (String number : numbers) {
            if (never.getOrDefault(number, notYet.get(number)).isBlank()) {
                throw new AssertionError(
                        "the declaration of %s excludes %s without a reason"
                                .formatted(declaration.kind(), number));
            }
        }
    }
}
