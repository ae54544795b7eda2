/**
 * Parallel execution of plain Java loops on every domain, after Japonica (Han, Zhang, Lam, Wang,
 * PPoPP 2014). A loop body is lifted from its bytecode, analysed for the call at hand, and run in
 * parallel only if its results, memory effects and exceptions are proved identical to sequential
 * execution.
 */
@Export
@Version("1.1.0")
package org.anabranch.loops;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
