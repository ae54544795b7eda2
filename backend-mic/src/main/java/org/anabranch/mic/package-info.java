/**
 * A card: another process with cores, memory and a framework of its own, reached over a link. This
 * package is the source side, the backend; {@code link} is what both sides share, {@code sink} is
 * the card's program.
 */
package org.anabranch.mic;
