/**
 * What placement knows of speeds and loads, and the decision itself. Knows neither actions nor
 * domains, and takes the time that it is given.
 */
package org.anabranch.scheduler.place;
