/** A recorded run as lanes with slices, from the events of a log. */
package org.anabranch.seeing.model;
