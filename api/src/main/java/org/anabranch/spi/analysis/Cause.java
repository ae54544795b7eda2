package org.anabranch.spi.analysis;

/**
 * A reason why a run took as long as it did.
 *
 * @param weight the fraction of a domain's time, for sorting
 * @param what the reason, in one sentence
 * @param advice what may help
 */
public record Cause(double weight, String what, String advice) {}
