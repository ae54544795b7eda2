package org.anabranch.spi.analysis;

/**
 * The transfers from one domain to another.
 *
 * @param from name of the source
 * @param to name of the target
 * @param count number of transfers
 * @param bytes of all
 * @param nanos sum of their durations
 * @param back bytes of buffers of which a part had been transferred in the other direction before
 */
public record LinkTimes(String from, String to, long count, long bytes, long nanos, long back) {

    LinkTimes plus(LinkTimes more) {
        return new LinkTimes(
                from,
                to,
                count + more.count,
                bytes + more.bytes,
                nanos + more.nanos,
                back + more.back);
    }

    /** {@return bytes per second during transfers, or not a number} */
    public double speed() {
        return nanos == 0 ? Double.NaN : bytes * 1e9 / nanos;
    }
}
