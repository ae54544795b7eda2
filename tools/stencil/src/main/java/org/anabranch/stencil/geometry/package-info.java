/** Points and boxes of cells of up to three dimensions. */
@Export
@Version("1.0.0")
package org.anabranch.stencil.geometry;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
