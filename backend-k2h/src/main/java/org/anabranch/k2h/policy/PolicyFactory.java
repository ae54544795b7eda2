package org.anabranch.k2h.policy;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Makes the policy of each core of a machine. Registered as a service it is offered by name to
 * whoever simulates. For any thread.
 */
@ConsumerType
public interface PolicyFactory {

    /** {@return what it is called: a word, in which case does not count} */
    String name();

    /**
     * Makes the policy of a core; called once for each core of each run.
     *
     * @param dsp whether the core is a DSP
     * @param arms ARM cores of the machine
     * @param dsps DSPs of the machine
     * @return a policy that nothing else uses
     */
    HybridPolicy policy(boolean dsp, int arms, int dsps);
}
