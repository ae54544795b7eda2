/**
 * Stencils over every domain, after STEPOCL (Li, Brunet, Namyst, HPCC 2013): a {@link
 * org.anabranch.stencil.Stencil} describes one single-device kernel and what it reads; a {@link
 * org.anabranch.stencil.Planner} cuts it into zones with exactly the exchanges that they need; a
 * {@link org.anabranch.stencil.StencilRun} runs that over streams.
 */
@Export
@Version("1.0.0")
package org.anabranch.stencil;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
