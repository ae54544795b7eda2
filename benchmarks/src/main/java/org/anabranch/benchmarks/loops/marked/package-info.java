/** The loops of the table, which are loaded twice: plain, and woven. */
package org.anabranch.benchmarks.loops.marked;
