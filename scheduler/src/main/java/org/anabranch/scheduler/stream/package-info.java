/** Streams: the order of actions that follows from their operands, marks and barriers, failures. */
package org.anabranch.scheduler.stream;
