/**
 * Boards as data: kinds of cores, memories, caches, queues, prices, power, and the file format.
 * Nothing here runs a program.
 */
@Export
@Version("1.0.0")
package org.anabranch.k2h.board;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
