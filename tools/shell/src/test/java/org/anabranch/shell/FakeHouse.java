package org.anabranch.shell;

import org.anabranch.api.ClosedException;
import org.anabranch.api.Domain;
import org.anabranch.api.Monitor;
import org.anabranch.api.Platform;
import org.anabranch.api.Shape;
import org.anabranch.api.StreamOptions;
import org.anabranch.api.UnknownDomainException;
import org.osgi.service.component.ComponentServiceObjects;

import java.lang.foreign.ValueLayout;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

/** Domains with counters, seen through a platform and a monitor. */
public final class FakeHouse implements Monitor {
    public final List<FakeDomain> domains = new ArrayList<>();
    public final List<BackendReport> backends = new ArrayList<>();
    public final List<StallReport> stalls = new ArrayList<>();
    public long work;
    public boolean isClosed;

    public FakeHouse() {
        domain("host", Domain.State.ACTIVE);
    }

    public FakeDomain domain(String id, Domain.State state) {
        FakeDomain domain = new FakeDomain(id, 1, state);
        domains.add(domain);
        return domain;
    }

    /** One platform for all runs. */
    public ComponentServiceObjects<Platform> platforms() {
        return new Platforms(this::platform, platform -> {});
    }

    /** Returns a platform with the calls that the selection makes; any other call is a mistake. */
    public Platform platform() {
        return (Platform)
                Proxy.newProxyInstance(
                        getClass().getClassLoader(),
                        new Class<?>[] {Platform.class},
                        (proxy, method, arguments) -> {
                            if (method.getName().equals("promise")) {
                                return promise();
                            }
                            try {
                                return arguments == null
                                        ? getClass().getDeclaredMethod("active").invoke(this)
                                        : getClass()
                                                .getDeclaredMethod("active", String.class)
                                                .invoke(this, arguments);
                            } catch (InvocationTargetException thrown) {
                                throw thrown.getCause();
                            }
                        });
    }

    /** Creates no promise, but fails as an ended platform does. */
    private Object promise() {
        if (isClosed) {
            throw new ClosedException("the platform is closed");
        }
        return null;
    }

    public List<Domain> active() {
        return domains.stream()
                .filter(domain -> domain.state() == Domain.State.ACTIVE)
                .map(Domain.class::cast)
                .toList();
    }

    public List<Domain> active(String selector) {
        List<Domain> found =
                active().stream()
                        .filter(d -> d.id().equals(selector) || d.kind().equals(selector))
                        .toList();
        if (found.isEmpty()) {
            throw new UnknownDomainException("no " + selector);
        }
        return found;
    }

    @Override
    public List<BackendReport> backends() {
        return backends;
    }

    @Override
    public List<DomainReport> domains() {
        return domains.stream()
                .map(
                        d ->
                                new DomainReport(
                                        d,
                                        work,
                                        work / 2,
                                        3,
                                        4 * work,
                                        5,
                                        6,
                                        1000 * work,
                                        8,
                                        9,
                                        10,
                                        11_000_000 * work,
                                        2048))
                .toList();
    }

    /** Returns the work of the job in each domain, as set by the test. */
    @Override
    public List<WorkReport> work(Platform program) {
        return domains.stream()
                .map(
                        d ->
                                new WorkReport(
                                        d,
                                        d.work,
                                        0,
                                        4 * d.work,
                                        0,
                                        0,
                                        1000 * d.work,
                                        0,
                                        0,
                                        0,
                                        11_000_000 * d.work))
                .toList();
    }

    @Override
    public List<StreamReport> streams() {
        return List.of(
                new StreamReport(
                        7, "acme.program", "any", StreamOptions.DEFAULT.manual(), 2, 123_456_789),
                new StreamReport(
                        8, "acme.program", "host", StreamOptions.DEFAULT.undeferred(), 0, 12));
    }

    @Override
    public List<BufferReport> buffers() {
        Shape shape = new Shape(ValueLayout.JAVA_DOUBLE, List.of(2003L, 2003L));
        return List.of(
                new BufferReport(
                        "A",
                        "acme.program",
                        shape,
                        List.of(new Valid("host", shape.bytes()), new Valid("k2h:0", 8))));
    }

    @Override
    public List<StallReport> stalls() {
        return stalls;
    }

    @Override
    public List<WorkerReport> workers() {
        return List.of(new WorkerReport("host-0", "runs cholesky", 10, 2, 1));
    }
}
