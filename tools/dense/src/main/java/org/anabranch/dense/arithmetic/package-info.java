/**
 * Linear algebra on views of memory, for programs that call it without kernels: the operations, and
 * their implementation in Java.
 */
@Export
@Version("1.0.0")
package org.anabranch.dense.arithmetic;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
