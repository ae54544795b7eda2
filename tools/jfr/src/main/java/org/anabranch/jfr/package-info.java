/**
 * JFR events made from the event log while a recording asks for them: {@link
 * org.anabranch.jfr.FlightEvents} has their names and fields, {@code anabranch.jfc} is a profile.
 */
package org.anabranch.jfr;
