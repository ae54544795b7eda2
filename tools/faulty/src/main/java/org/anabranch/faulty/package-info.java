/**
 * Devices that fail, delay, reorder, run out of memory or vanish on request, for tests of
 * everything above the boundary.
 *
 * <p>{@link org.anabranch.faulty.FaultyDevice} wraps any device, {@link
 * org.anabranch.faulty.FaultPlan} says what goes wrong, {@link org.anabranch.faulty.FaultyBackend}
 * is both as a backend:
 *
 * <pre>{@code
 * FaultyBackend backend = new FaultyBackend(new ReferenceBackend(List.of(info), false),
 *         FaultPlan.seeded(7).failAt(Fault.Operation.RUN, 3).delay(0.1, Duration.ofMillis(20)));
 * // ... hand it to the scheduler as its Backend service; then, from the test:
 * backend.device("faulty:0").orElseThrow().lose();
 * }</pre>
 */
@Export
@Version("1.0.0")
package org.anabranch.faulty;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
