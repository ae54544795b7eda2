/**
 * The weaver for loops marked with {@link org.anabranch.loops.Parallel}: in bundles a weaving hook,
 * in plain programs a {@link org.anabranch.loops.weave.WeavingLoader}.
 */
@Export
@Version("1.1.0")
package org.anabranch.loops.weave;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
