package org.anabranch.health.check;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** What all checks find, as data, for who does not know this bundle, such as the live page. */
@Component(service = Supplier.class, property = "anabranch.health=rows")
public final class HealthRows implements Supplier<List<Map<String, Object>>> {
    private final Checks checks;

    /**
     * Starts.
     *
     * @param checks to ask
     */
    @Activate
    public HealthRows(@Reference Checks checks) {
        this.checks = checks;
    }

    @Override
    public List<Map<String, Object>> get() {
        return checks.findings().stream().map(Finding::data).toList();
    }
}
