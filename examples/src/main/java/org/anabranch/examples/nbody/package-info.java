/** Bodies that attract each other: the outer planets, or a random cloud. */
package org.anabranch.examples.nbody;
