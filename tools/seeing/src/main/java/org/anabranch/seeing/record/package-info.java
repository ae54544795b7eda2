/** The recording of a log's events, and the writing of files from them. */
package org.anabranch.seeing.record;
