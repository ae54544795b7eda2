/** Traces for Perfetto and Chrome, and a check of them. */
package org.anabranch.seeing.trace;
