/** Timelines in formats for people and tools. */
package org.anabranch.k2h.report;
