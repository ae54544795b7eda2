/**
 * Devices that fail, delay, reorder, run out of memory or vanish on request, for tests of the code
 * that uses devices.
 *
 * <p>{@link org.anabranch.faulty.FaultyDevice} wraps any device, {@link
 * org.anabranch.faulty.FaultPlan} lists the faults, {@link org.anabranch.faulty.FaultyBackend} is a
 * backend of both:
 *
 * <pre>{@code
 * FaultyBackend backend = new FaultyBackend(new ReferenceBackend(List.of(info), false),
 *         FaultPlan.parse("seed 7; fail run at 3; delay 0.1 20"));
 * // ... hand it to the scheduler as its Backend service; then, from the test:
 * backend.device("faulty:0").orElseThrow().lose();
 * }</pre>
 */
@Export
@Version("1.0.0")
package org.anabranch.faulty;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
