/**
 * Runs a loop body in parallel where that is proved, in order where it is not: {@link
 * org.anabranch.loops.run.LiftedLoops} is the service, and what a plain program makes.
 */
@Export
@Version("1.0.0")
package org.anabranch.loops.run;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
