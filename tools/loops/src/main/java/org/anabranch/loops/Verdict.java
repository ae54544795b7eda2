package org.anabranch.loops;

import java.util.List;

/**
 * What is known about the iterations of a loop, for one call: its data, not only its code.
 *
 * @param kind the answer
 * @param reason the answer in a sentence, for people
 * @param line of the source that decides, or 0
 * @param conflicts proved pairs of iterations that collide; empty unless {@link Kind#DEPENDENT}
 * @param reductions memory that is only reduced into, if any iterations collide there
 * @param privates memory that each iteration writes before it reads it: with a copy for each
 *     iteration, and the last one's value, they would not collide there
 * @param hazards places that may throw, as far as is proved
 */
public record Verdict(
        Kind kind,
        String reason,
        int line,
        List<Conflict> conflicts,
        List<Reduction> reductions,
        List<String> privates,
        List<String> hazards) {

    /** The answers. */
    public enum Kind {
        /** Proved: no iteration touches what another one writes. */
        DOALL,
        /** Proved: some iterations collide. */
        DEPENDENT,
        /** Neither is proved. */
        UNKNOWN,
        /** The body is not one that can be analysed. */
        REFUSED
    }

    /** Copies. */
    public Verdict {
        conflicts = List.copyOf(conflicts);
        reductions = List.copyOf(reductions);
        privates = List.copyOf(privates);
        hazards = List.copyOf(hazards);
    }

    /**
     * A refusal.
     *
     * @param reason why
     * @param line of the source, or 0
     * @return the verdict
     */
    public static Verdict refused(String reason, int line) {
        return new Verdict(Kind.REFUSED, reason, line, List.of(), List.of(), List.of(), List.of());
    }

    @Override
    public String toString() {
        return kind + ": " + reason + (line > 0 ? " (line " + line + ")" : "");
    }
}
