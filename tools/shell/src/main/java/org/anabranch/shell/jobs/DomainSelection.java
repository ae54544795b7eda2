package org.anabranch.shell.jobs;

import org.anabranch.api.Domain;
import org.anabranch.api.Monitor;
import org.anabranch.api.Monitor.BackendReport;
import org.anabranch.api.Monitor.RefusedDevice;
import org.anabranch.api.Platform;
import org.anabranch.api.UnknownDomainException;
import org.anabranch.shell.commands.Models;
import org.anabranch.shell.failure.UsageException;
import org.anabranch.shell.output.Wording;
import org.anabranch.spi.NamedDevices;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Finds the domains that a user names: ids, kinds, or {@code all}. Waits for backends that still
 * look for their devices and for devices that are being opened, and says what it waits for and what
 * it leaves out.
 */
public final class DomainSelection {
    private static final String ALL = "all";

    /** A device that was refused so often in a row is not waited for. */
    private static final int TRIES = 3;

    /** Who waits longer is told for what: half a second. */
    private static final int SILENT_WAITS = 20;

    private final Platform platform;
    private final Monitor monitor;
    private final Patience patience;
    private final Consumer<String> notes;
    private final Collection<NamedDevices> models;
    private int waits;
    private List<String> told = List.of();

    /**
     * A selection.
     *
     * @param platform whose domains
     * @param monitor that knows also those not active
     * @param patience how long to wait
     * @param notes told of what is waited for and what is left out
     * @param models what is a domain only while it is named
     */
    public DomainSelection(
            Platform platform,
            Monitor monitor,
            Patience patience,
            Consumer<String> notes,
            Collection<NamedDevices> models) {
        this.platform = platform;
        this.monitor = monitor;
        this.patience = patience;
        this.notes = notes;
        this.models = models;
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
    public List<Domain> select(String selectors) throws InterruptedException {
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
        while (waits(coming(domain -> true))) {}
        leftOut(domain -> true).forEach(notes);
        return platform.domains();
    }

    private List<Domain> named(String name) throws InterruptedException {
        Predicate<Domain> matches =
                domain -> domain.id().equals(name) || domain.kind().equals(name);
        List<String> coming = coming(matches); // before each look: what has come since is found
        List<Domain> found = find(name);
        while (!isDevice(found, name) && waits(coming)) {
            coming = coming(matches);
            found = find(name);
        }
        if (found.isEmpty()) {
            throw unknown(name);
        }
        if (!isDevice(found, name)) {
            leftOut(matches).forEach(notes);
        }
        return found;
    }

    /** A name of one domain, and not of a kind, of which more may come. */
    private static boolean isDevice(List<Domain> found, String name) {
        return found.stream().anyMatch(domain -> domain.id().equals(name));
    }

    private List<Domain> find(String name) {
        return platform.domains().stream()
                .filter(domain -> domain.id().equals(name) || domain.kind().equals(name))
                .toList();
    }

    private boolean waits(List<String> coming) throws InterruptedException {
        if (!patience.wait(!coming.isEmpty())) {
            return false;
        }
        if (++waits >= SILENT_WAITS && !coming.isEmpty() && !coming.equals(told)) {
            told = coming;
            notes.accept("waiting for " + String.join(", ", coming));
        }
        return true;
    }

    /** What is known to be on its way, in words. */
    private List<String> coming(Predicate<Domain> which) {
        List<String> looking = // asked first: what one of them finds from now on is seen below
                monitor.backends().stream()
                        .filter(BackendReport::looking)
                        .map(backend -> shortName(backend) + " (looking for its devices)")
                        .toList();
        List<String> coming = new ArrayList<>();
        for (Domain domain : notActive(which)) {
            if (domain.state() == Domain.State.ADDED
                    && refusal(domain).map(RefusedDevice::tries).orElse(0) < TRIES) {
                coming.add(domain.id() + " (opening)");
            }
        }
        coming.addAll(looking);
        return coming;
    }

    /** A sentence for each that is not there, and why. */
    private List<String> leftOut(Predicate<Domain> which) {
        List<String> sentences = new ArrayList<>();
        for (Domain domain : notActive(which)) {
            sentences.add(domain.id() + " is left out: " + why(domain));
        }
        for (BackendReport backend : monitor.backends()) {
            String rest = "what " + shortName(backend) + " has is left out: it ";
            if (backend.looking()) {
                sentences.add(rest + "is still looking for its devices");
            } else if (!backend.trouble().isEmpty()) {
                sentences.add(rest + "does not find its devices: " + backend.trouble());
            }
        }
        return sentences;
    }

    private String why(Domain domain) {
        return switch (domain.state()) {
            case ADDED ->
                    refusal(domain)
                            .map(
                                    refused ->
                                            "it does not open (tried "
                                                    + refused.tries()
                                                    + (refused.tries() == 1 ? " time" : " times")
                                                    + "): "
                                                    + refused.reason())
                            .orElse("it is still being opened");
            case DRAINING -> "it is going away";
            default -> "it is " + domain.state();
        };
    }

    private Optional<RefusedDevice> refusal(Domain domain) {
        return monitor.backends().stream()
                .flatMap(backend -> backend.refused().stream())
                .filter(refused -> refused.domain().equals(domain.id()))
                .findFirst();
    }

    private List<Domain> notActive(Predicate<Domain> which) {
        return monitor.domains().stream()
                .map(Monitor.DomainReport::domain)
                .filter(
                        domain ->
                                domain.state() == Domain.State.ADDED
                                        || domain.state() == Domain.State.DRAINING)
                .filter(which)
                .toList();
    }

    private static String shortName(BackendReport backend) {
        return backend.name().substring(backend.name().lastIndexOf('.') + 1);
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
        Set<String> names = new TreeSet<>(ids(Domain.State.ACTIVE));
        platform.domains().forEach(domain -> names.add(domain.kind()));
        names.add(ALL);
        message.append('.').append(Wording.didYouMean(name, names));
        message.append(Models.whileNamed(models, name));
        Predicate<Domain> any = domain -> true;
        leftOut(any).forEach(sentence -> message.append(' ').append(sentence).append('.'));
        return new UnknownDomainException(message.toString());
    }
}
