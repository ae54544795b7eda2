/** Comparisons of transfers through streams with the bare device. */
package org.anabranch.benchmarks.io;
