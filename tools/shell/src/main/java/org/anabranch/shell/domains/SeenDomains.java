package org.anabranch.shell.domains;

import org.anabranch.api.Domain;
import org.osgi.framework.ServiceReference;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The ids and kinds of all domains that there were since the bundle started. For any thread. */
@Component(immediate = true, service = SeenDomains.class)
public final class SeenDomains {
    private final Set<String> names = ConcurrentHashMap.newKeySet();

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void addDomain(ServiceReference<Domain> domain) {
        for (String property : new String[] {"id", "kind"}) {
            if (domain.getProperty(property) instanceof String name) {
                names.add(name);
            }
        }
    }

    @SuppressWarnings("unused") // DS pairs it with the other; a name stays when its domain goes
    void removeDomain(ServiceReference<Domain> domain) {}

    /** Returns true if there was a domain of this id or kind. */
    public boolean contains(String name) {
        return names.contains(name);
    }
}
