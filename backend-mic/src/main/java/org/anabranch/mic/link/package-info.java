/**
 * What both sides of the link speak: frames, the wires that carry them, and the window of shared
 * memory that transfers go through.
 */
package org.anabranch.mic.link;
