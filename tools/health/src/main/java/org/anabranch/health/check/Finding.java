package org.anabranch.health.check;

/**
 * What a check found.
 *
 * @param name of the check
 * @param status how it is
 * @param sentence what was seen
 * @param advice what to do, empty if nothing
 */
public record Finding(String name, Status status, String sentence, String advice) {

    static Finding ok(String name, String sentence) {
        return new Finding(name, Status.OK, sentence, "");
    }
}
