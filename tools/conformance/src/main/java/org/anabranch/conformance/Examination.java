package org.anabranch.conformance;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The examination of one device by one rule, with regard to exclusions. */
final class Examination {
    private Examination() {}

    static RuleVerdict of(Rule rule, Subject subject) {
        try {
            return decided(rule, subject);
        } catch (AssertionError wrong) {
            return RuleVerdict.broken(rule, wrong);
        }
    }

    private static RuleVerdict decided(Rule rule, Subject subject) {
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
