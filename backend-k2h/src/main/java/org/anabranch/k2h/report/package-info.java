/** Timelines as people and tools read them. */
package org.anabranch.k2h.report;
