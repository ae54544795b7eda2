/**
 * The execution of loop bodies: in parallel where that is proved, otherwise sequentially. {@link
 * org.anabranch.loops.run.LiftedLoops} is the service, and the class that a plain program creates.
 */
@Export
@Version("1.1.0")
package org.anabranch.loops.run;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
