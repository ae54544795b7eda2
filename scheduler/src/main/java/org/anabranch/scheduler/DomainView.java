package org.anabranch.scheduler;

import org.anabranch.api.Domain;

/** A domain as a program sees it. */
interface DomainView extends Domain {
    /** {@return the domain itself} */
    ExecutingDomain domain();
}
