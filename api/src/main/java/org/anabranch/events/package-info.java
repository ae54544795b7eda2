/**
 * The event log of a scheduler, for tools that display, count or export events.
 *
 * <p>An {@link org.anabranch.events.EventLog} is a service, one for each scheduler. The scheduler's
 * threads write it, each into a ring buffer of its own, and never wait for readers. A tool opens a
 * {@link org.anabranch.events.Recording} and reads from it, from time to time, into {@link
 * org.anabranch.events.Events}; from these, {@link org.anabranch.events.ActionHistory} makes one
 * row for each action, and {@link org.anabranch.events.ActionReplay} one for each that retires.
 * Each {@link org.anabranch.events.Kind} documents its events and their fields.
 *
 * <pre>{@code
 * try (Recording recording = log.record(Level.ACTIONS)) {
 *     Events events = recording.events(1_000_000); // at most so many are kept
 *     while (goesOn) {
 *         Thread.sleep(50);
 *         recording.read(events);
 *     }
 *     // events.size() + events.lost() == events.made()
 * }
 * }</pre>
 *
 * <p>Ring buffers have a fixed size. A reader that reads too rarely loses the oldest events and
 * gets their number: kept and lost events add up to those made.
 *
 * <p>Times are nanoseconds of one {@link org.anabranch.events.Clock}, that of the host or, if time
 * is simulated, that of the simulation. {@link org.anabranch.events.EventScript} replaces a log in
 * tests.
 */
@Export
@Version("1.0.0")
package org.anabranch.events;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
