/** Records what a log tells, and writes it. */
package org.anabranch.seeing.record;
