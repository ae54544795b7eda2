/**
 * The policies for crossings of tasks between the two sides of the board: {@link
 * org.anabranch.k2h.policy.HybridPolicy}. A bundle that registers a {@link
 * org.anabranch.k2h.policy.PolicyFactory} as a service adds one, which {@code k2h:simulate
 * --policy} accepts by its name.
 */
@Export
@Version("1.0.0")
package org.anabranch.k2h.policy;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
