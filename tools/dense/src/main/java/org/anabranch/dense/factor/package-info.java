/**
 * Factorisations of whole matrices over streams, and the solution of systems with them. They work
 * on matrices of doubles stored by columns, panel by panel. One action factors a panel, and others
 * update the columns to its right, on all given domains. The next panel begins as soon as its own
 * columns are up to date (look-ahead), which follows from the operands.
 */
@Export
@Version("1.0.0")
package org.anabranch.dense.factor;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
