/**
 * The conformance kit: the rules of the SPI as checks for any backend.
 *
 * <p>{@link org.anabranch.conformance.Rule#all} lists the checks, one per numbered rule of {@code
 * org.anabranch.spi}, named after it. In a framework {@link
 * org.anabranch.conformance.BackendConformanceTest} runs them on every device of every backend that
 * is present; a plain test runs one on any {@link org.anabranch.conformance.Subject}.
 *
 * <p>All calls of a backend pass one class, {@code Boundary}, which limits the time of each and
 * checks what it throws and returns. The rules of chapter 0 are needed by all others: after a
 * breach of one, {@link org.anabranch.conformance.Examination} tests no more.
 *
 * <p>The limits of the checks:
 *
 * <ul>
 *   <li>1.1, an empty list without hardware: on the machine of the check there is a device, or
 *       there is nothing to check.
 *   <li>2.2 to 2.8 are rules about races: a check provokes the race many times, which proves a
 *       breach and not its absence.
 *   <li>2.4, operations do not throw: provoked by a failing kernel and by a closed device only,
 *       since a backend never gets invalid ranges, handles or formats, which the scheduler checks.
 *   <li>2.7, that a device learns of a failure in time: it need not each time. If it reports an
 *       operation as not started, the check verifies that neither this operation nor a later one
 *       with the same predecessor was started. Of many failures it must have learned of one.
 *   <li>2.10: an access is noticed that comes before the device is closed, or 20 ms later.
 *   <li>4.3 and 4.5 need a way to make the device vanish, see {@link
 *       org.anabranch.conformance.ConformanceDeclaration#vanish}. Without one, 4.5 tests only that
 *       closing is no loss.
 *   <li>4.4 sees threads, processes and open files of this machine, and memory of this process, on
 *       Linux; a leak in a driver or on a device it sees only as exhaustion.
 *   <li>5.2 holds for a device that never has a task to spare.
 *   <li>That submissions return without waiting, and that {@code probe} is quick, is not checked:
 *       no check asserts a time.
 * </ul>
 */
@Export
@Version("1.0.0")
package org.anabranch.conformance;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
