/** What is counted, as metrics systems know it: the bridges and the beans have it from here. */
@Export
@Version("1.0.0")
package org.anabranch.metrics;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
