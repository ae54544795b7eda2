/**
 * Demands that jcstress and Lincheck find what is planted.
 *
 * <p>The tests lie in the scheduler's own package, beside what they test: {@code *Test} must pass
 * under jcstress, {@code *Control} must fail. Lincheck explores sequentially consistent
 * interleavings only, so it does not notice a missing fence; jcstress does. Its tests and controls
 * are JUnit tests.
 */
package org.anabranch.stress;
