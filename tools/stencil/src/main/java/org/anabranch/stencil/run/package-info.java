/** The runner of plans over streams of any domains. */
@Export
@Version("1.0.0")
package org.anabranch.stencil.run;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
