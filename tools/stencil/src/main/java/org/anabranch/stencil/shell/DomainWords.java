package org.anabranch.stencil.shell;

import org.anabranch.api.Domain;
import org.anabranch.api.Monitor;
import org.anabranch.api.Monitor.BackendReport;
import org.anabranch.api.Monitor.DomainReport;
import org.anabranch.api.Monitor.RefusedDevice;
import org.anabranch.api.Platform;
import org.anabranch.api.ProgramException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The domains that a user names. Waits for backends that are searching for devices and for devices
 * that are being opened; reports what is left out, with the reason.
 *
 * @param platform whose domains
 * @param monitor that knows also those not active
 * @param patience the longest wait
 */
record DomainWords(Platform platform, Monitor monitor, Duration patience) {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final long LOOK_MILLIS = 20;

    /** The number of failed attempts in a row after which a device is not waited for. */
    private static final int TRIES = 3;

    DomainWords(Platform platform, Monitor monitor) {
        this(platform, monitor, PATIENCE);
    }

    /**
     * Selects domains.
     *
     * @param selectors ids, kinds or {@code all}, separated by commas
     * @param notes receives a message for each domain left out
     * @throws ProgramException if there is no such domain
     */
    List<Domain> select(String selectors, Consumer<String> notes) throws InterruptedException {
        List<Domain> chosen = new ArrayList<>();
        for (String selector : selectors.split(",", -1)) {
            for (Domain domain : named(selector.strip(), notes)) {
                if (!chosen.contains(domain)) {
                    chosen.add(domain);
                }
            }
        }
        return chosen;
    }

    private List<Domain> named(String selector, Consumer<String> notes)
            throws InterruptedException {
        Predicate<Domain> matches =
                domain ->
                        selector.equals("all")
                                || domain.kind().equals(selector)
                                || domain.id().equals(selector);
        long deadline = System.nanoTime() + patience.toNanos();
        while (!isThere(selector) && mayCome(matches) && System.nanoTime() - deadline < 0) {
            Thread.sleep(LOOK_MILLIS);
        }
        List<Domain> found = platform.domains().stream().filter(matches).toList();
        List<String> missing = isThere(selector) ? List.of() : leftOut(matches);
        if (found.isEmpty()) {
            List<String> ids = platform.domains().stream().map(Domain::id).toList();
            throw new ProgramException(
                    "no domain '"
                            + selector
                            + "'; there are: "
                            + String.join(", ", ids)
                            + (missing.isEmpty() ? "" : ". " + String.join(". ", missing)));
        }
        missing.forEach(notes);
        return found;
    }

    /**
     * Returns true if a selector names one domain that exists, and not a kind of which more may
     * come.
     */
    private boolean isThere(String id) {
        return platform.domains().stream().anyMatch(domain -> domain.id().equals(id));
    }

    private boolean mayCome(Predicate<Domain> matches) {
        return monitor.backends().stream().anyMatch(BackendReport::looking)
                || notActive(matches).stream()
                        .anyMatch(
                                domain ->
                                        domain.state() == Domain.State.ADDED
                                                && refusal(domain)
                                                                .map(RefusedDevice::tries)
                                                                .orElse(0)
                                                        < TRIES);
    }

    private List<String> leftOut(Predicate<Domain> matches) {
        List<String> sentences = new ArrayList<>();
        for (Domain domain : notActive(matches)) {
            String why =
                    domain.state() == Domain.State.DRAINING
                            ? "it is going away"
                            : refusal(domain)
                                    .map(refused -> "it does not open: " + refused.reason())
                                    .orElse("it is still being opened");
            sentences.add(domain.id() + " is left out: " + why);
        }
        for (BackendReport backend : monitor.backends()) {
            String name = backend.name().substring(backend.name().lastIndexOf('.') + 1);
            if (backend.looking()) {
                sentences.add("what " + name + " has is left out: it is still looking");
            } else if (!backend.trouble().isEmpty()) {
                sentences.add("what " + name + " has is left out: " + backend.trouble());
            }
        }
        return sentences;
    }

    private List<Domain> notActive(Predicate<Domain> matches) {
        return monitor.domains().stream()
                .map(DomainReport::domain)
                .filter(
                        domain ->
                                domain.state() == Domain.State.ADDED
                                        || domain.state() == Domain.State.DRAINING)
                .filter(matches)
                .toList();
    }

    private Optional<RefusedDevice> refusal(Domain domain) {
        return monitor.backends().stream()
                .flatMap(backend -> backend.refused().stream())
                .filter(refused -> refused.domain().equals(domain.id()))
                .findFirst();
    }
}
