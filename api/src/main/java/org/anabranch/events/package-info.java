/**
 * What happened: the events of a scheduler, for tools that draw, count or export them.
 *
 * <p>An {@link org.anabranch.events.EventLog} is a service, one for each scheduler. It is written
 * by the scheduler's threads, each into a ring of its own, and never waits for who reads. A tool
 * opens a {@link org.anabranch.events.Recording} and reads from it, from time to time, into {@link
 * org.anabranch.events.Events}; from these {@link org.anabranch.events.ActionHistory} makes one row
 * for each action. What an event is, and what its fields say, stands at each {@link
 * org.anabranch.events.Kind}.
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
 * <p>Rings are of fixed size. Who reads too seldom loses the oldest events, and is told how many:
 * what is kept and what is lost add up to what was made.
 *
 * <p>Times are nanoseconds of one {@link org.anabranch.events.Clock}, that of the host or, where it
 * is simulated, that of the simulation. In tests {@link org.anabranch.events.EventScript} stands
 * for a log.
 */
@Export
@Version("1.0.0")
package org.anabranch.events;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
