/**
 * Matrices in files: Matrix Market and NumPy's {@code .npy}, read and written. Sizes are checked
 * before memory is allocated, and every error message names the file and the line or byte.
 */
@Export
@Version("1.0.0")
package org.anabranch.dense.file;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
