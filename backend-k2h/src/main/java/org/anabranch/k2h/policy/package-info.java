/** When tasks cross between the sides, and when caches are flushed. */
@Export
@Version("1.0.0")
package org.anabranch.k2h.policy;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
