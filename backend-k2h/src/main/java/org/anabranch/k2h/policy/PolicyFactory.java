package org.anabranch.k2h.policy;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * A factory of the policies for the cores of a machine. If registered as a service, simulations can
 * select it by name. Thread-safe.
 */
@ConsumerType
public interface PolicyFactory {

    /** {@return its name: one word, case-insensitive} */
    String name();

    /**
     * Returns the policy of a core; called once for each core of each run.
     *
     * @param dsp true for a DSP
     * @param arms number of ARM cores of the machine
     * @param dsps number of DSPs of the machine
     * @return a policy for this core alone
     */
    HybridPolicy policy(boolean dsp, int arms, int dsps);
}
