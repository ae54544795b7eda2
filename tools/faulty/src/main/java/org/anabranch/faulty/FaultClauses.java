package org.anabranch.faulty;

import org.anabranch.faulty.Fault.Operation;

import java.time.Duration;
import java.util.Locale;

/** The text form of a plan. */
final class FaultClauses {
    private FaultClauses() {}

    static FaultPlan parse(String text) {
        FaultPlan plan = FaultPlan.NONE;
        String[] clauses = text.split(";");
        for (int i = 0; i < clauses.length; i++) {
            String clause = clauses[i].strip();
            if (clause.isEmpty()) {
                continue;
            }
            try {
                plan = add(plan, clause.toLowerCase(Locale.ROOT).split("\\s+"));
            } catch (RuntimeException problem) {
                throw new IllegalArgumentException(
                        "fault plan, clause %s \"%s\": %s"
                                .formatted(i + 1, clause, problem.getMessage()),
                        problem);
            }
        }
        return plan;
    }

    private static FaultPlan add(FaultPlan plan, String[] words) {
        return words[0].equals("seed") && words.length == 2
                ? new FaultPlan(Long.parseLong(words[1]), plan.faults())
                : plan.with(fault(words));
    }

    private static Fault fault(String[] words) {
        String shape = words[0] + (words.length > 1 && isWord(words[1]) ? " " + words[1] : "");
        return switch (shape + "/" + words.length) {
            case "fail at/3" -> new Fault.FailAt(Operation.ANY, Long.parseLong(words[2]));
            case "fail write/4", "fail read/4", "fail run/4" ->
                    new Fault.FailAt(operation(words), at(words));
            case "crash write/4", "crash read/4", "crash run/4" ->
                    new Fault.CrashAt(operation(words), at(words));
            case "fail/2" -> new Fault.FailSometimes(Double.parseDouble(words[1]));
            case "delay/3" ->
                    new Fault.Delay(
                            Double.parseDouble(words[1]),
                            Duration.ofMillis(Long.parseLong(words[2])));
            case "cost write/4", "cost read/4", "cost run/4", "cost any/4" ->
                    new Fault.Cost(operation(words), micros(words[2]), micros(words[3]));
            case "reorder/1" -> new Fault.Reorder();
            case "elsewhere/1" -> new Fault.Elsewhere();
            case "inline/1" -> new Fault.Inline();
            case "refuse at/3" -> new Fault.RefuseAt(Long.parseLong(words[2]));
            case "refuse beyond/3" -> new Fault.RefuseBeyond(Long.parseLong(words[2]));
            case "lose at/3" -> new Fault.LoseAt(Long.parseLong(words[2]));
            case "hang at/3" -> new Fault.HangAt(Long.parseLong(words[2]));
            default -> throw new IllegalArgumentException("not a clause; see FaultPlan.parse");
        };
    }

    private static Operation operation(String[] words) {
        return Operation.valueOf(words[1].toUpperCase(Locale.ROOT));
    }

    private static Duration micros(String word) {
        return Duration.ofNanos(Math.multiplyExact(1000, Long.parseLong(word)));
    }

    private static boolean isWord(String word) {
        return Character.isLetter(word.charAt(0));
    }

    private static long at(String[] words) {
        if (!words[2].equals("at")) {
            throw new IllegalArgumentException("expected \"at\" instead of " + words[2]);
        }
        return Long.parseLong(words[3]);
    }
}
