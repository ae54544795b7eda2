/** An n-body simulation: the outer planets, or a random cloud. */
package org.anabranch.examples.nbody;
