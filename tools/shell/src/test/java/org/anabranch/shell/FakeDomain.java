package org.anabranch.shell;

import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.ProcessorMask;
import org.anabranch.api.Stream;
import org.anabranch.api.StreamOptions;

import java.util.Map;
import java.util.Set;

/** A domain that can only be looked at. */
public class FakeDomain implements Domain {
    private final String id;
    private final int generation;
    public volatile State state;
    public long work;

    public FakeDomain(String id, int generation, State state) {
        this.id = id;
        this.generation = generation;
        this.state = state;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public String kind() {
        return id.replaceAll(":.*", "");
    }

    @Override
    public int generation() {
        return generation;
    }

    @Override
    public State state() {
        return state;
    }

    @Override
    public boolean isHost() {
        return id.equals("host");
    }

    @Override
    public ProcessorMask processors() {
        return ProcessorMask.range(0, 4);
    }

    @Override
    public Map<MemoryKind, Long> memory() {
        return Map.of(MemoryKind.NORMAL, 3L << 30);
    }

    @Override
    public Set<String> formats() {
        return Set.of("java", "c");
    }

    @Override
    public Map<String, String> properties() {
        return Map.of("vendor", "Acme");
    }

    @Override
    public Domain part(ProcessorMask mask) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void remove() {
        throw new UnsupportedOperationException();
    }

    @Override
    public int[] subscription() {
        return new int[4];
    }

    @Override
    public boolean holds(Buffer buffer) {
        return false;
    }

    @Override
    public void instantiate(Buffer buffer) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean evict(Buffer buffer) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Stream stream(StreamOptions options) {
        throw new UnsupportedOperationException();
    }
}
