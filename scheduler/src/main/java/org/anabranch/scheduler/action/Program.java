package org.anabranch.scheduler.action;

import org.anabranch.api.Domain;

/** The program that actions, buffers, streams and scopes belong to. */
public interface Program {
    /** {@return its name, for messages and listings} */
    String owner();

    /** {@return a domain as this program sees it} */
    Domain view(ExecutingDomain domain);
}
