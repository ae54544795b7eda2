package org.anabranch.events;

/**
 * One event as a value: for tests, and where few are looked at. What the fields say stands at its
 * {@link Kind}.
 *
 * @param kind what it is
 * @param time when, in nanoseconds of the log's clock; of what lasts, its end
 * @param detail ordinal of a constant that the kind names
 * @param domain number of a domain, or {@link Events#NOWHERE}
 * @param lane of the domain, or {@code NOWHERE}
 * @param name empty if it has none
 * @param subject of an action
 * @param other as the kind says
 * @param amount as the kind says
 */
public record Event(
        Kind kind,
        long time,
        int detail,
        int domain,
        int lane,
        String name,
        long subject,
        long other,
        long amount) {}
