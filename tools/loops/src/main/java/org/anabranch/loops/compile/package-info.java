/** Lifted bodies as classes: the same iterations over memory that each run is given. */
package org.anabranch.loops.compile;
