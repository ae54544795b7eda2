/** Tests that a kernel behaves as its description declares. */
@Export
@Version("1.0.0")
package org.anabranch.stencil.check;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
