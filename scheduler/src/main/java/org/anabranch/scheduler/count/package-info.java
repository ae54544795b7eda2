/**
 * Counts that several threads write, laid out so that they do not share cache lines. Uses no other
 * package of the scheduler.
 */
package org.anabranch.scheduler.count;
