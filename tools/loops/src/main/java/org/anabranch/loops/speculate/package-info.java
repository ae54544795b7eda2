/**
 * The speculative execution of loops whose iterations may depend on each other: windows of
 * iterations run in parallel on logs, are validated by value, run again where they are wrong, and
 * are committed in order.
 */
package org.anabranch.loops.speculate;
