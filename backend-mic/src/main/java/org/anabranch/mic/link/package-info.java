/**
 * The protocol of the link: frames, the wires that carry them, and the window of shared memory for
 * transfers.
 */
package org.anabranch.mic.link;
