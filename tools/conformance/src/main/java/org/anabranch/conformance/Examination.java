package org.anabranch.conformance;

import org.opentest4j.TestAbortedException;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Rules and exclusions together: what a test of one rule on one device comes to. */
final class Examination {
    private Examination() {}

    /**
     * Passes, fails with {@link AssertionError}, or is aborted with the reason why the rule is not
     * tested.
     */
    static void run(Rule rule, Subject subject) {
        Map<String, String> notYet = subject.declaration().notYet();
        checkDeclaration(subject.declaration());
        String never = subject.declaration().never().get(rule.number());
        if (never != null) {
            throw new TestAbortedException(rule.number() + " never holds here: " + never);
        }
        Optional<String> reason;
        try {
            reason = rule.check(subject);
        } catch (RuleBrokenError broken) {
            if (notYet.containsKey(rule.number())) {
                throw new TestAbortedException(
                        rule.number() + " does not hold yet: " + notYet.get(rule.number()), broken);
            }
            throw broken;
        }
        if (reason.isPresent()) {
            throw new TestAbortedException(rule.number() + " does not apply: " + reason.get());
        }
        if (notYet.containsKey(rule.number())) {
            throw new AssertionError(
                    rule.number()
                            + " holds now: take it out of notYet ("
                            + notYet.get(rule.number())
                            + ")");
        }
    }

    /** Every exclusion names a rule and has a reason. */
    private static void checkDeclaration(ConformanceDeclaration declaration) {
        Map<String, String> never = declaration.never();
        Map<String, String> notYet = declaration.notYet();
        List<String> numbers = new ArrayList<>(never.keySet());
        numbers.addAll(notYet.keySet());
        List<String> unknown = Rule.unknown(numbers);
        if (!unknown.isEmpty()) {
            throw new AssertionError(
                    "the declaration of "
                            + declaration.kind()
                            + " excludes rules that do not exist: "
                            + unknown);
        }
        for (String number : numbers) {
            if (never.getOrDefault(number, notYet.get(number)).isBlank()) {
                throw new AssertionError(
                        "the declaration of "
                                + declaration.kind()
                                + " excludes "
                                + number
                                + " without a reason");
            }
        }
    }
}
