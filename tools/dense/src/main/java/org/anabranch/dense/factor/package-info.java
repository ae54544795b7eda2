/**
 * Factorisations of whole matrices over streams, and the solution of systems with them. They work
 * on matrices of doubles that lie column by column, by panels of columns: a panel is factored by
 * one action, and what is right of it is updated by others, on as many domains as there are. The
 * next panel begins as soon as its own columns are up to date (look-ahead): that follows from the
 * operands.
 */
@Export
@Version("1.0.0")
package org.anabranch.dense.factor;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
