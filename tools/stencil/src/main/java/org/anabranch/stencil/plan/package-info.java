/** The planner: zones, exchanges and their order, all known in advance. */
@Export
@Version("1.0.0")
package org.anabranch.stencil.plan;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
