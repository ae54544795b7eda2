package org.anabranch.spi.analysis;

/**
 * The run times of a kernel, copy or access in one domain, in nanoseconds. Quantiles are within
 * 1/256 of the value.
 *
 * @param name of the kernel
 * @param domain name of the domain
 * @param count number of runs that ended normally; the times are theirs
 * @param failed number of the others
 * @param nanos sum of the run times
 * @param least shortest run
 * @param quarter first quartile
 * @param median of the runs
 * @param threeQuarters third quartile
 * @param most longest run
 */
public record KernelTimes(
        String name,
        String domain,
        long count,
        long failed,
        long nanos,
        long least,
        long quarter,
        long median,
        long threeQuarters,
        long most) {}
