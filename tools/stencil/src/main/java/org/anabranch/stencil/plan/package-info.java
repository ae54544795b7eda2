/** Zones, what they exchange and in which order, all known before anything runs. */
@Export
@Version("1.0.0")
package org.anabranch.stencil.plan;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
