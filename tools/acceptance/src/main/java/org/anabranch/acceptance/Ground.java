package org.anabranch.acceptance;

import org.anabranch.api.Domain;
import org.anabranch.api.KernelCode;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.Platform;

import java.util.List;

/**
 * The platform and the domains of a case, which differ from backend to backend. Immutable.
 *
 * @param platform to start from
 * @param domains the domains to use and no other, at least one
 * @param paper true for the sizes of the originals, false for small ones
 */
public record Ground(Platform platform, List<Domain> domains, boolean paper) {
    /** Copies. */
    public Ground {
        domains = List.copyOf(domains);
    }

    /**
     * Goes round the domains.
     *
     * @param number any number from 0
     * @return the domain whose turn it is
     */
    public Domain domain(long number) {
        return domains.get((int) (number % domains.size()));
    }

    /**
     * Chooses by size.
     *
     * @param small the value for a build
     * @param original the value for the night
     * @return one of them
     */
    public int size(int small, int original) {
        return paper ? original : small;
    }

    /** {@return true if every domain runs the same code, that in Java, so that bits are equal} */
    public boolean allJava() {
        return domains.stream().allMatch(domain -> domain.formats().contains(KernelCode.JAVA));
    }

    /**
     * Compares the memory of the domains.
     *
     * @param bytes needed in each domain
     * @return true if every domain has so much ordinary memory
     */
    public boolean hasRoom(long bytes) {
        return domains.stream()
                .allMatch(domain -> domain.memory().getOrDefault(MemoryKind.NORMAL, 0L) >= bytes);
    }

    /** {@return the same with the host alone, to compare with} */
    public Ground onHost() {
        return new Ground(platform, List.of(platform.host()), paper);
    }
}
