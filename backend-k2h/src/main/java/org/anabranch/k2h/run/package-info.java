/**
 * Runs of programs: what a run may be told, and what it leaves behind. {@link Machine} is a
 * service.
 */
@Export
@Version("1.0.0")
package org.anabranch.k2h.run;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
