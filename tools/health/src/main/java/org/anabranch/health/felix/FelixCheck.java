package org.anabranch.health.felix;

import org.anabranch.health.check.Checks;
import org.anabranch.health.check.HealthFinding;
import org.apache.felix.hc.api.HealthCheck;
import org.apache.felix.hc.api.Result;
import org.apache.felix.hc.api.ResultLog;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;

import java.util.Hashtable;
import java.util.List;

/** One check as a service of Felix Health Checks. Loaded only if their API is present. */
record FelixCheck(Checks checks, String name) implements HealthCheck {

    @Override
    public Result execute() {
        HealthFinding finding = checks.find(name);
        ResultLog log = new ResultLog();
        log.add(
                new ResultLog.Entry(
                        Result.Status.valueOf(finding.status().name()), finding.sentence()));
        if (!finding.advice().isEmpty()) {
            log.add(new ResultLog.Entry(Result.Status.OK, finding.advice()));
        }
        return new Result(log);
    }

    static List<ServiceRegistration<?>> register(BundleContext context, Checks checks) {
        return Checks.NAMES.stream()
                .<ServiceRegistration<?>>map(name -> register(context, checks, name))
                .toList();
    }

    private static ServiceRegistration<?> register(
            BundleContext context, Checks checks, String name) {
        Hashtable<String, Object> properties = new Hashtable<>();
        properties.put(HealthCheck.NAME, "Anabranch " + name);
        properties.put(HealthCheck.TAGS, new String[] {"anabranch", name});
        return context.registerService(HealthCheck.class, new FelixCheck(checks, name), properties);
    }
}
