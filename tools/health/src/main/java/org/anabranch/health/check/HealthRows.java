package org.anabranch.health.check;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The findings of all checks as data, for bundles that do not depend on this one, such as the live
 * page.
 */
@Component(service = Supplier.class, property = "anabranch.health=rows")
public final class HealthRows implements Supplier<List<Map<String, Object>>> {
    private final Checks checks;

    /**
     * Creates the service.
     *
     * @param checks the checks
     */
    @Activate
    public HealthRows(@Reference Checks checks) {
        this.checks = checks;
    }

    @Override
    public List<Map<String, Object>> get() {
        return checks.findings().stream().map(HealthFinding::data).toList();
    }
}
