/** Streaming input and output of JSON and numbers. Uses no other package. */
package org.anabranch.seeing.text;
