/** Measurements a sceptic repeats. */
package org.anabranch.benchmarks;
