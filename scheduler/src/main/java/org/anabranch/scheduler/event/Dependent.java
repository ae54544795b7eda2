package org.anabranch.scheduler.event;

import org.anabranch.api.AnabranchException;

/** An action or task that waits for events. Each dependency that is added holds it once. */
public interface Dependent {
    /** Another dependency holds it. */
    void hold();

    /**
     * A dependency holds it no more: it has ended, or is given up.
     *
     * @param failure why what was waited for did not end well, or null
     */
    void dependencyEnded(AnabranchException failure);
}
