/** Writes plans as C programs that need OpenCL alone. */
@Export
@Version("1.0.0")
package org.anabranch.stencil.emit;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
