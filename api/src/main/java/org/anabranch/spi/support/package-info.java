/**
 * Parts that most backends need, to be used or not: {@link org.anabranch.spi.support.OrderedLanes}
 * keeps rules 2.6 and 2.7 for a device whose hardware does not, {@link
 * org.anabranch.spi.support.LaneThreads} adds a thread to each lane, {@link
 * org.anabranch.spi.support.MemoryBudget} grants and refuses bytes (rule 3.2), {@link
 * org.anabranch.spi.support.StagedCopy} packs boxes for a narrow way, {@link
 * org.anabranch.spi.support.LaunchParts} divides a launch among cores, {@link
 * org.anabranch.spi.support.PartSettings} reads settings and refuses what is out of range, and
 * {@link org.anabranch.spi.support.BackendLog} logs whatever the log throws.
 */
@Export
@Version("1.0.0")
package org.anabranch.spi.support;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
