package org.anabranch.loops;

import java.util.List;

/**
 * The result of the analysis of a loop for one call: of its data, not only of its code.
 *
 * @param kind the answer
 * @param reason the answer in a sentence, for people
 * @param line the decisive source line, or 0
 * @param conflicts proved dependences; empty unless {@link Kind#DEPENDENT}
 * @param reductions memory that is only reduced into, if iterations conflict there
 * @param privates memory that each iteration writes before it reads it. It would cause no conflict
 *     if each iteration had a copy, and the last copy were kept
 * @param hazards places that may throw, as far as it is not proved that they do not
 */
public record Verdict(
        Kind kind,
        String reason,
        int line,
        List<Conflict> conflicts,
        List<Reduction> reductions,
        List<String> privates,
        List<String> hazards) {

    /** The possible answers. */
    public enum Kind {
        /** Proved: no iteration accesses what another one writes. */
        DOALL,
        /** Proved: some iterations conflict. */
        DEPENDENT,
        /** Neither is proved. */
        UNKNOWN,
        /** The body cannot be analysed. */
        REFUSED
    }

    /** Copies the lists. */
    public Verdict {
        conflicts = List.copyOf(conflicts);
        reductions = List.copyOf(reductions);
        privates = List.copyOf(privates);
        hazards = List.copyOf(hazards);
    }

    /**
     * Returns the verdict for a body that cannot be analysed.
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
