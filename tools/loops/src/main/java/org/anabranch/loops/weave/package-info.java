/**
 * Makes calls of loops that are marked with {@link org.anabranch.loops.Parallel}: in bundles by a
 * weaving hook, in plain programs by {@link org.anabranch.loops.weave.WeavingLoader}.
 */
@Export
@Version("1.0.0")
package org.anabranch.loops.weave;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
