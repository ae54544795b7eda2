package org.anabranch.shell;

import org.anabranch.api.Domain;
import org.anabranch.api.Monitor;
import org.anabranch.api.Platform;
import org.anabranch.api.UnknownDomainException;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Finds the domains that a user names: ids, kinds, or {@code all}. Waits for those that are still
 * being opened.
 */
final class DomainSelection {
    private static final String ALL = "all";

    private final Platform platform;
    private final Monitor monitor;
    private final Patience patience;
    private final Consumer<String> notes;

    /**
     * A selection.
     *
     * @param platform whose domains
     * @param monitor that knows also those not active
     * @param patience how long to wait
     * @param notes told of what is left out
     */
    DomainSelection(Platform platform, Monitor monitor, Patience patience, Consumer<String> notes) {
        this.platform = platform;
        this.monitor = monitor;
        this.patience = patience;
        this.notes = notes;
    }

    /**
     * Selects.
     *
     * @param selectors separated by commas
     * @return the domains in the order named, none twice
     * @throws UsageException if a selector is empty
     * @throws UnknownDomainException if there is no such domain; the message says which there are
     * @throws InterruptedException if interrupted while waiting
     */
    List<Domain> select(String selectors) throws InterruptedException {
        Map<String, Domain> selected = new LinkedHashMap<>();
        for (String selector : selectors.split(",", -1)) {
            String name = selector.strip();
            if (name.isEmpty()) {
                throw new UsageException(
                        "--domains '"
                                + selectors
                                + "' has an empty name; give ids or kinds such as "
                                + ids(Domain.State.ACTIVE)
                                + ", or 'all'");
            }
            for (Domain domain : name.equals(ALL) ? all() : named(name)) {
                selected.putIfAbsent(domain.id() + " " + domain.generation(), domain);
            }
        }
        return List.copyOf(selected.values());
    }

    private List<Domain> all() throws InterruptedException {
        while (patience.wait(isOpening(domain -> true))) {}
        noteOpening(domain -> true);
        return platform.domains();
    }

    private List<Domain> named(String name) throws InterruptedException {
        Predicate<Domain> matches =
                domain -> domain.id().equals(name) || domain.kind().equals(name);
        List<Domain> found = find(name);
        while ((found.isEmpty() || isOpening(matches)) && patience.wait(isOpening(matches))) {
            found = find(name);
        }
        if (found.isEmpty()) {
            throw unknown(name);
        }
        noteOpening(matches);
        return found;
    }

    private List<Domain> find(String name) {
        try {
            return platform.domains(name);
        } catch (UnknownDomainException none) {
            return List.of();
        }
    }

    private boolean isOpening(Predicate<Domain> which) {
        return monitor.domains().stream()
                .map(Monitor.DomainReport::domain)
                .anyMatch(domain -> domain.state() == Domain.State.ADDED && which.test(domain));
    }

    private void noteOpening(Predicate<Domain> which) {
        monitor.domains().stream()
                .map(Monitor.DomainReport::domain)
                .filter(domain -> domain.state() == Domain.State.ADDED && which.test(domain))
                .forEach(
                        domain ->
                                notes.accept(
                                        domain.id() + " is still being opened and is left out"));
    }

    private List<String> ids(Domain.State state) {
        return monitor.domains().stream()
                .map(Monitor.DomainReport::domain)
                .filter(domain -> domain.state() == state)
                .map(Domain::id)
                .toList();
    }

    private UnknownDomainException unknown(String name) {
        StringBuilder message = new StringBuilder("no domain '" + name + "'; there are: ");
        message.append(String.join(", ", ids(Domain.State.ACTIVE)));
        for (Domain.State state : List.of(Domain.State.ADDED, Domain.State.DRAINING)) {
            ids(state)
                    .forEach(
                            id ->
                                    message.append(", ")
                                            .append(id)
                                            .append(" (")
                                            .append(state)
                                            .append(")"));
        }
        Set<String> names = new TreeSet<>(ids(Domain.State.ACTIVE));
        platform.domains().forEach(domain -> names.add(domain.kind()));
        names.addAll(Arrays.asList(ALL));
        return new UnknownDomainException(
                message.append('.').append(Wording.didYouMean(name, names)).toString());
    }
}
