/**
 * Programs of the model on the production scheduler, in simulated time: its workers are ARM cores,
 * with their cache and prices. There are no DSPs, since a lambda cannot be sent to their memory.
 */
package org.anabranch.k2h.host;
