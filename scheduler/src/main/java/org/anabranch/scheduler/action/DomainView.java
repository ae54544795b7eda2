package org.anabranch.scheduler.action;

import org.anabranch.api.Domain;

/** A domain as a program sees it. */
public interface DomainView extends Domain {
    /** {@return the domain itself} */
    ExecutingDomain domain();
}
