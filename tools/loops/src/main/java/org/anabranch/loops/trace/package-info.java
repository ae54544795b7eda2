/** What single iterations of a body touch, found out by following them. */
package org.anabranch.loops.trace;
