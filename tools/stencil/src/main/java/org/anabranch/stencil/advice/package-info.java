/** The advice on how many domains to use, by predictions and trials. */
@Export
@Version("1.0.0")
package org.anabranch.stencil.advice;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
