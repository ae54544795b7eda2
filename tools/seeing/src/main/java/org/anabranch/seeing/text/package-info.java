/** JSON and numbers, written and read as a stream. Uses no other package. */
package org.anabranch.seeing.text;
