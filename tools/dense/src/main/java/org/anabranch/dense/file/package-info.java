/**
 * Matrices in files: Matrix Market and NumPy's {@code .npy}, read and written. Sizes are checked
 * before memory is allocated, and every error message names the file and the line or byte.
 */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("1.0.0")
package org.anabranch.dense.file;
