/**
 * The API of HC-K2H programs, in the terms of section III of the paper: {@code async}, {@code
 * asyncDSP}, {@code forasync}, {@code start_finish}, {@code ws_malloc}, {@code ws_dspPtr} and
 * {@code ws_cacheWbInv} are methods of {@link Cpu}; the two executables are an {@link Image}. A
 * {@link Program} is a service.
 */
@Export
@Version("1.0.0")
package org.anabranch.k2h.program;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
