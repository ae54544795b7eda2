/**
 * What a board is, as data: kinds of cores, memories, caches, queues, prices, watts, and the file
 * that says so. Nothing here runs anything.
 */
@Export
@Version("1.0.0")
package org.anabranch.k2h.board;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
