package org.anabranch.events;

/**
 * A domain, as events refer to it. A domain that comes back after it was gone has another number.
 *
 * @param number in events
 * @param id as of the domain, such as {@code opencl:0}
 * @param kind such as {@code opencl}
 * @param generation 1, or more if the device came back
 * @param host true if its lanes are workers of the host
 */
public record DomainEntry(int number, String id, String kind, int generation, boolean host) {

    /** {@return its id, followed by the generation if that is not 1} */
    public String name() {
        return generation == 1 ? id : id + " #" + generation;
    }

    /**
     * {@return the name of a lane, such as {@code worker 3}}
     *
     * @param lane number in events
     */
    public String lane(int lane) {
        if (!host) {
            return "lane " + lane;
        }
        if (lane >= Events.FIRST_PROGRAM) {
            return "program's thread " + (lane - Events.FIRST_PROGRAM);
        }
        return lane < Events.FIRST_SPARE
                ? "worker " + lane
                : "spare " + (lane - Events.FIRST_SPARE);
    }
}
