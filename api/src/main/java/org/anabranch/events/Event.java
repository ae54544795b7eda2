package org.anabranch.events;

/**
 * One event as a value, for tests and where there are few. The meaning of the fields depends on the
 * {@link Kind}.
 *
 * @param kind the kind
 * @param time in nanoseconds of the log's clock; of an interval, its end
 * @param detail ordinal of a constant of the enum that the kind names
 * @param domain number of a domain, or {@link Events#NOWHERE}
 * @param lane of the domain, or {@code NOWHERE}
 * @param name empty if it has none
 * @param subject an action
 * @param other defined by the kind
 * @param amount defined by the kind
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
