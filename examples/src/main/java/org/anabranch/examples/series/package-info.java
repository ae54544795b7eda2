/** The Series benchmark of the Java Grande Forum. */
package org.anabranch.examples.series;
