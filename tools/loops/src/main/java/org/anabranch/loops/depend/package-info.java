/** Exact dependence tests for affine accesses: integers only, nothing of Java. */
package org.anabranch.loops.depend;
