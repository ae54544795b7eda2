/**
 * A seismic wave over several domains that exchange halos (hStreams, section on reverse time
 * migration).
 */
package org.anabranch.examples.halo;
