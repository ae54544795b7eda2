/** Transfers through streams beside the bare device. */
package org.anabranch.benchmarks.io;
