package org.anabranch.spi.support;

import org.anabranch.api.Domain;
import org.anabranch.api.Monitor;
import org.anabranch.api.Platform;
import org.anabranch.api.ProgramException;
import org.anabranch.api.UnknownDomainException;
import org.anabranch.spi.NamedDevices;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The domains that a user names: ids, kinds, or {@code all}. Waits for backends that search for
 * their devices and for devices that are being opened, and reports what it waits for and what it
 * leaves out. For one thread.
 */
public final class DomainSelection {
    private static final String ALL = "all";

    private final Platform platform;
    private final Monitor monitor;
    private final PendingDomains pending;
    private final Consumer<String> notes;
    private final Collection<NamedDevices> models;
    private final Predicate<String> departed;

    /**
     * Creates a selection for one command.
     *
     * @param platform has the domains
     * @param monitor knows also those that are not active
     * @param patience how long to wait
     * @param notes receives messages about what is waited for and what is left out
     * @param models devices that are domains only while they are named, for messages
     * @param departed returns true for an id or a kind of which there was a domain: beside other
     *     names it is left out while there is none, as when its backend is updated
     */
    public DomainSelection(
            Platform platform,
            Monitor monitor,
            Patience patience,
            Consumer<String> notes,
            Collection<NamedDevices> models,
            Predicate<String> departed) {
        this.platform = platform;
        this.monitor = monitor;
        this.pending = new PendingDomains(monitor, patience, notes);
        this.notes = notes;
        this.models = models;
        this.departed = departed;
    }

    /**
     * Selects domains.
     *
     * @param selectors ids, kinds or {@code all}, separated by commas
     * @return the domains in the order named, none twice
     * @throws ProgramException if a selector is empty
     * @throws UnknownDomainException if there is no such domain; the message says which there are.
     *     A name whose domain has gone is left out if there is a domain for another one
     * @throws InterruptedException if interrupted while waiting
     */
    public List<Domain> select(String selectors) throws InterruptedException {
        Map<String, Domain> selected = new LinkedHashMap<>();
        Map<String, UnknownDomainException> gone = new LinkedHashMap<>();
        for (String selector : selectors.split(",", -1)) {
            String name = selector.strip();
            if (name.isEmpty()) {
                throw new ProgramException(
                        "--domains '%s' has an empty name; give ids or kinds such as %s, or 'all'"
                                .formatted(selectors, ids(Domain.State.ACTIVE)));
            }
            try {
                for (Domain domain : name.equals(ALL) ? all() : named(name)) {
                    selected.putIfAbsent(domain.id() + " " + domain.generation(), domain);
                }
            } catch (UnknownDomainException unknown) {
                if (!departed.test(name)) {
                    throw unknown;
                }
                gone.put(name, unknown);
            }
        }
        if (selected.isEmpty()) {
            throw gone.values().iterator().next();
        }
        List<Domain> domains = List.copyOf(selected.values());
        gone.keySet().forEach(name -> notes.accept(leftOut(name, domains)));
        return domains;
    }

    private static String leftOut(String name, List<Domain> domains) {
        List<String> rest = domains.stream().map(Domain::id).toList();
        return name + " is left out: it has gone; the rest is " + String.join(", ", rest);
    }

    private List<Domain> all() throws InterruptedException {
        while (pending.waits(pending.coming(domain -> true))) {}
        pending.leftOut(domain -> true).forEach(notes);
        return platform.domains();
    }

    private List<Domain> named(String name) throws InterruptedException {
        Predicate<Domain> matches =
                domain -> domain.id().equals(name) || domain.kind().equals(name);
        List<String> coming =
                pending.coming(matches); // before each look: what has come since is found
        List<Domain> found = find(name);
        while (!isDevice(found, name) && pending.waits(coming)) {
            coming = pending.coming(matches);
            found = find(name);
        }
        if (found.isEmpty()) {
            throw unknown(name);
        }
        if (!isDevice(found, name)) {
            pending.leftOut(matches).forEach(notes);
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
        message.append('.').append(Spelling.didYouMean(name, names));
        message.append(whileNamed(models, name));
        pending.leftOut(domain -> true)
                .forEach(sentence -> message.append(' ').append(sentence).append('.'));
        return new UnknownDomainException(message.toString());
    }

    /**
     * Returns a hint for a message about an unknown domain.
     *
     * @param models devices that are domains only while they are named
     * @param name the unknown name
     * @return a sentence if it looks like one of these, else an empty string
     */
    public static String whileNamed(Collection<NamedDevices> models, String name) {
        return models.stream()
                .filter(devices -> devices.kind().equals(name.replaceFirst(":.*", "")))
                .findFirst()
                .map(
                        devices ->
                                " There while a command names them: "
                                        + String.join(", ", devices.ids())
                                        + " ('help domains').")
                .orElse("");
    }
}
