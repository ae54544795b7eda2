/** Runs of programs: their options and results. {@link Machine} is a service. */
@Export
@Version("1.0.0")
package org.anabranch.k2h.run;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
