/**
 * Anabranch inside a plain program: {@link org.anabranch.launch.Anabranch#start()} starts a
 * framework with the bundles of the class path and gives the platform.
 */
@Export
@Version("1.0.0")
package org.anabranch.launch;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
