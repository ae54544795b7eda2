/**
 * The knowledge of speeds and loads for placement, and the decision itself. Knows neither actions
 * nor domains, and gets the time as an argument.
 */
package org.anabranch.scheduler.place;
