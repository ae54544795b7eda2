/**
 * Kernels for tiles of dense matrices, in floats and doubles: the building blocks of tiled
 * factorisations and products. {@link TileKernels} has the kernels, {@link TileCalls} creates calls
 * of them. They run on a BLAS if there is one, else in Java; {@link Arithmetics} tells which.
 */
@Export
@Version("1.0.0")
package org.anabranch.dense;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
