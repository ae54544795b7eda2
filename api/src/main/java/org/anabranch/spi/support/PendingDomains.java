package org.anabranch.spi.support;

import org.anabranch.api.Domain;
import org.anabranch.api.Monitor;
import org.anabranch.api.Monitor.BackendReport;
import org.anabranch.api.Monitor.RefusedDevice;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The domains that are not there yet: devices that are being opened, and those of backends that
 * search for devices, as one command waits for them. For one thread.
 */
public final class PendingDomains {
    /** A device that was refused so often in a row is not waited for. */
    private static final int TRIES = 3;

    /** The number of waits without a message: half a second. */
    private static final int SILENT_WAITS = 20;

    private final Monitor monitor;
    private final Patience patience;
    private final Consumer<String> notes;
    private int waits;
    private List<String> told = List.of();

    /**
     * Creates the list for one command.
     *
     * @param monitor knows the domains that are not active, and the backends
     * @param patience how long to wait
     * @param notes receives a message about what is waited for
     */
    public PendingDomains(Monitor monitor, Patience patience, Consumer<String> notes) {
        this.monitor = monitor;
        this.patience = patience;
        this.notes = notes;
    }

    /**
     * Waits a little; after several such waits, prints what it waits for.
     *
     * @param coming devices and backends that are on their way
     * @return false, without waiting, if there is nothing more to wait for
     * @throws InterruptedException if interrupted meanwhile
     */
    public boolean waits(List<String> coming) throws InterruptedException {
        if (!patience.wait(!coming.isEmpty())) {
            return false;
        }
        if (++waits >= SILENT_WAITS && !coming.isEmpty() && !coming.equals(told)) {
            told = coming;
            notes.accept("waiting for " + String.join(", ", coming));
        }
        return true;
    }

    /**
     * Returns what may still come: devices that are being opened, and backends that search for
     * devices.
     *
     * @param which selects the devices; backends are listed in any case
     * @return words for each
     */
    public List<String> coming(Predicate<Domain> which) {
        List<String> looking = // asked first: what one of them finds from now on is seen below
                looking().stream().map(name -> name + " (looking for its devices)").toList();
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

    /**
     * Returns the devices and backends that a caller misses if it waits no longer.
     *
     * @param which selects the devices; backends are listed in any case
     * @return a sentence for each, with the reason
     */
    public List<String> leftOut(Predicate<Domain> which) {
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

    /** {@return the names of the backends that still look for their devices} */
    public List<String> looking() {
        return monitor.backends().stream()
                .filter(BackendReport::looking)
                .map(PendingDomains::shortName)
                .toList();
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
}
