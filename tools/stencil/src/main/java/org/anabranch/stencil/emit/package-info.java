/** The generator of C programs from plans, which need only OpenCL. */
@Export
@Version("1.0.0")
package org.anabranch.stencil.emit;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
