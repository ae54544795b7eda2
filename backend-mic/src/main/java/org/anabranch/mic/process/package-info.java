/** Starts the process of a card, here or elsewhere, greets it, and knows how it ended. */
package org.anabranch.mic.process;
