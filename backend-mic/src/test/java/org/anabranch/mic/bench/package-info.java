/** Measures what the link costs beside the bare means that it is made of. */
package org.anabranch.mic.bench;
