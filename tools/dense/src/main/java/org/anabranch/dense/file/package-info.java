/**
 * Matrices in files: Matrix Market and NumPy's {@code .npy}, read and written. Sizes are checked
 * before anything of that size is allocated, and every complaint names the file and the line or
 * byte.
 */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("1.0.0")
package org.anabranch.dense.file;
