/**
 * When tasks cross between the two sides of the board: {@link
 * org.anabranch.k2h.policy.HybridPolicy}. A bundle that registers a {@link
 * org.anabranch.k2h.policy.PolicyFactory} as a service offers one more, which {@code k2h:simulate
 * --policy} takes by its name.
 */
@Export
@Version("1.0.0")
package org.anabranch.k2h.policy;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
