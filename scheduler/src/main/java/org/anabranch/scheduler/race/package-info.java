/**
 * Checked mode's race detector: what comes before what in a program, and which ranges it uses.
 * Wraps what programs get; nothing of it is there when the mode is off.
 */
package org.anabranch.scheduler.race;
