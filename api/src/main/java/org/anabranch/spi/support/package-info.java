/**
 * Building blocks for backends and tools, all optional: {@link
 * org.anabranch.spi.support.OrderedLanes} implements rules 2.6 and 2.7 for a device whose hardware
 * does not, {@link org.anabranch.spi.support.LaneThreads} adds a thread to each lane, {@link
 * org.anabranch.spi.support.MemoryBudget} grants or rejects allocations (rule 3.2), {@link
 * org.anabranch.spi.support.StagedCopy} packs boxes for a narrow link, {@link
 * org.anabranch.spi.support.LaunchParts} divides a launch among cores, {@link
 * org.anabranch.spi.support.PartSettings} reads settings and rejects values out of range, {@link
 * org.anabranch.spi.support.BackendLog} logs without ever throwing, {@link
 * org.anabranch.spi.support.Json} writes data, {@link org.anabranch.spi.support.Arguments} and
 * {@link org.anabranch.spi.support.DomainSelection} read what users of commands and jobs enter,
 * {@link org.anabranch.spi.support.Svg} draws, and {@link
 * org.anabranch.spi.support.ForeignThrowables} reads exceptions whose methods misbehave.
 */
@Export
@Version("1.0.0")
package org.anabranch.spi.support;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
