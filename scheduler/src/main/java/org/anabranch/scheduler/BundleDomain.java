package org.anabranch.scheduler;

import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.ProcessorMask;
import org.anabranch.api.Stream;
import org.anabranch.api.StreamOptions;
import org.anabranch.scheduler.action.DomainView;
import org.anabranch.scheduler.action.ExecutingDomain;
import org.anabranch.scheduler.coherence.Store;
import org.anabranch.scheduler.coherence.TrackedBuffer;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A domain as one bundle sees it, so that the bundle owns the streams it opens there. Views of the
 * same domain are equal.
 *
 * @param engine of the domain
 * @param platform the bundle's platform; null in reports
 * @param domain the domain itself
 */
record BundleDomain(Engine engine, BundlePlatform platform, ExecutingDomain domain)
        implements DomainView {

    @Override
    public String id() {
        return domain.id();
    }

    @Override
    public String kind() {
        return domain.kind();
    }

    @Override
    public int generation() {
        return domain.generation();
    }

    @Override
    public State state() {
        return domain.current().state();
    }

    @Override
    public boolean isHost() {
        return domain.isHost();
    }

    @Override
    public ProcessorMask processors() {
        return domain.processors();
    }

    @Override
    public Map<MemoryKind, Long> memory() {
        return domain.memories();
    }

    @Override
    public Set<String> formats() {
        return domain.formats();
    }

    @Override
    public Map<String, String> properties() {
        return domain.properties();
    }

    @Override
    public Domain part(ProcessorMask mask) {
        return new BundleDomain(engine, platform, domain.part(mask));
    }

    @Override
    public void remove() {
        if (platform == null) {
            throw new IllegalStateException(
                    "a domain of a report is not removed: ask a platform for " + id());
        }
        for (BundlePlatform other : engine.platforms) {
            if (other != platform
                    && other.streams().stream().anyMatch(one -> one.executing() == domain)) {
                throw new IllegalStateException(
                        "another program has a stream in " + id() + ", which cannot be removed");
            }
        }
        domain.remove();
        platform.watch.waitedForAll();
    }

    @Override
    public int[] subscription() {
        Collection<BundlePlatform> programs =
                platform == null ? engine.platforms : List.of(platform);
        return Subscription.of(
                domain, programs.stream().flatMap(program -> program.streams().stream()).toList());
    }

    @Override
    public boolean holds(Buffer buffer) {
        TrackedBuffer own = engine.memories.requireOwn(buffer);
        return domain instanceof Store store && own.isIn(store);
    }

    @Override
    public void instantiate(Buffer buffer) {
        engine.memories.requireOwn(buffer).instantiate(domain);
    }

    @Override
    public boolean evict(Buffer buffer) {
        return engine.memories.requireOwn(buffer).evict(domain);
    }

    @Override
    public Stream stream(StreamOptions options) {
        if (platform == null) {
            throw new IllegalStateException(
                    "a domain of a report opens no streams: ask a platform for " + id());
        }
        return platform.open(domain, options);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BundleDomain view && view.domain == domain;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(domain);
    }

    @Override
    public String toString() {
        return domain.toString();
    }
}
