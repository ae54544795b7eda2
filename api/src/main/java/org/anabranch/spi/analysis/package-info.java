/**
 * The analysis of an event log, for all tools that say where the time went: totals of kernels and
 * transfers, the use of time by domains, causes and verdict.
 *
 * <p>{@link org.anabranch.spi.analysis.RunTotals} adds up events batch by batch. {@link
 * org.anabranch.spi.analysis.TimeUse} divides the time of an interval, and {@link
 * org.anabranch.spi.analysis.RecentTime} keeps the interval up to now. {@link
 * org.anabranch.spi.analysis.RunVerdict} puts the two in words, so that the live page, a report and
 * the Flight Recorder say the same of the same events.
 */
@Export
@Version("1.0.0")
package org.anabranch.spi.analysis;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
