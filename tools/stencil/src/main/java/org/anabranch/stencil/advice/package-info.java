/** Predicts and tries how many domains pay. */
@Export
@Version("1.0.0")
package org.anabranch.stencil.advice;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
