/**
 * Programs of the model on the scheduler of the product, in simulated time: its workers are ARM
 * cores, with their cache and their prices. That has no DSPs, whose memory no lambda can travel to.
 */
package org.anabranch.k2h.host;
