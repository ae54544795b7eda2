/**
 * Kernels for tiles of dense matrices, in floats and doubles: the parts that tiled factorisations
 * and products are made of. {@link TileKernels} has the kernels, {@link TileCalls} makes calls of
 * them. They run on a BLAS if one is there, else in Java; {@link Arithmetics} says which.
 */
@Export
@Version("1.0.0")
package org.anabranch.dense;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
