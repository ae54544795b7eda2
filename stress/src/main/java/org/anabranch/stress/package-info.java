/** The scheduler's lock-free parts under jcstress and Lincheck. */
package org.anabranch.stress;
