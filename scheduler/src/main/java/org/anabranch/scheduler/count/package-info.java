/**
 * Counts that several threads write, laid out so that they do not share cache lines. Uses no other
 * floor.
 */
package org.anabranch.scheduler.count;
