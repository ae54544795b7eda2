/**
 * The description of a single-device kernel that is needed to cut it, read from XML or built in
 * Java.
 */
@Export
@Version("1.0.0")
package org.anabranch.stencil.description;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
