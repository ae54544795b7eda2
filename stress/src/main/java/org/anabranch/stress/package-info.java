/**
 * The stress tests, which require that jcstress and Lincheck find planted races.
 *
 * <p>The tests are in the packages of the classes that they test: {@code *Test} must pass under
 * jcstress, {@code *Control} must fail. Lincheck explores sequentially consistent interleavings
 * only, so it does not notice a missing fence; jcstress does. Its tests and controls are JUnit
 * tests.
 */
package org.anabranch.stress;
