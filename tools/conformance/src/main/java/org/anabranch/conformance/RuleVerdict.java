package org.anabranch.conformance;

import java.util.Optional;

/**
 * The verdict of one rule on a device.
 *
 * @param rule the rule
 * @param outcome the outcome
 * @param words why the rule was skipped, or the expected and the observed behaviour; empty if it
 *     holds
 * @param cause the error with the stack of the check; only if the rule is broken
 */
public record RuleVerdict(
        Rule rule, Outcome outcome, String words, Optional<AssertionError> cause) {

    /** The possible outcomes. */
    public enum Outcome {
        /** The device keeps the rule. */
        HOLDS,
        /** The rule does not apply to this device, or is excluded with a reason. */
        SKIPPED,
        /** The device breaks the rule, or an exclusion is wrong. */
        BROKEN
    }

    static RuleVerdict holds(Rule rule) {
        return new RuleVerdict(rule, Outcome.HOLDS, "", Optional.empty());
    }

    static RuleVerdict skipped(Rule rule, String why) {
        return new RuleVerdict(rule, Outcome.SKIPPED, why, Optional.empty());
    }

    static RuleVerdict broken(Rule rule, AssertionError error) {
        return new RuleVerdict(rule, Outcome.BROKEN, error.getMessage(), Optional.of(error));
    }
}
