/** The rules of the boundary as tests that any backend can be put through. */
package org.anabranch.conformance;
