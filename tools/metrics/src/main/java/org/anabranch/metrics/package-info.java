/** The figures for metrics systems, shared by the bridges and the beans. */
@Export
@Version("1.0.0")
package org.anabranch.metrics;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
