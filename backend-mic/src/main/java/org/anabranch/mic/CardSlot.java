package org.anabranch.mic;

import org.anabranch.api.ProcessorMask;
import org.anabranch.mic.card.Card;
import org.anabranch.mic.card.CardDomain;
import org.anabranch.mic.link.Scarcity;
import org.anabranch.mic.process.SinkLink;
import org.anabranch.mic.process.SinkPlace;
import org.anabranch.mic.program.BundleContents;
import org.anabranch.mic.settings.CardConfiguration;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceInfo;
import org.anabranch.spi.support.BackendLog;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The place of one card: boots it for the first domain, ends it after the last, and boots the next
 * generation once one is lost.
 */
final class CardSlot {

    private final SinkPlace place;
    private final CardConfiguration configuration;
    private final BundleContents bundles;
    private final DeviceInfo info;
    private final Object booting = new Object(); // held while a process starts, before this
    // guarded by this
    private Card card;
    private int generation;
    private final ArrayList<CardDomain> open = new ArrayList<>();

    CardSlot(int number, SinkPlace place, CardConfiguration configuration, BundleContents bundles) {
        this.place = place;
        this.configuration = configuration;
        this.bundles = bundles;
        this.info = configuration.info(number);
    }

    DeviceInfo info() {
        return info;
    }

    /** Opens some of the processors. Waits for the process, if it has to be started. */
    CardDomain open(ProcessorMask mask) throws DeviceException {
        if (mask.count() == 0 || !info.mask().containsAll(mask)) {
            throw new DeviceException(
                    "%s has %s processors and cannot be opened for %s"
                            .formatted(info.id(), info.processors(), mask));
        }
        synchronized (booting) {
            try {
                return opened(running(), mask);
            } catch (RuntimeException | Error refused) {
                endUnused();
                throw refused;
            }
        }
    }

    /** Holding what is held while one boots. */
    private Card running() throws DeviceException {
        synchronized (this) {
            if (card != null && !card.isLost()) {
                return card;
            }
        }
        SinkLink link = place.connect(configuration.properties(info.id()));
        boolean started = false;
        try {
            Card next = new Card(info.id(), link, configuration, bundles);
            next.start();
            started = true;
            synchronized (this) {
                generation++;
                card = next;
            }
            return next;
        } finally {
            if (!started) {
                link.discard();
            }
        }
    }

    private synchronized CardDomain opened(Card on, ProcessorMask mask) {
        open.ensureCapacity(open.size() + 1);
        CardDomain domain = new CardDomain(on, mask, configuration, this::closed);
        open.add(domain);
        try {
            if (oversubscription() > 1) {
                BackendLog.say(CardSlot.class, System.Logger.Level.INFO, report(), null);
            }
        } catch (OutOfMemoryError full) {
            return domain; // it is not said
        }
        return domain;
    }

    /** Ends a card that has no domain for lack of memory; no other thread would. */
    private void endUnused() {
        Card unused = unused(null);
        while (unused != null) {
            try {
                unused.end();
                return;
            } catch (OutOfMemoryError full) {
                Scarcity.pause();
            }
        }
    }

    private void closed(CardDomain domain) {
        Card last = unused(domain);
        if (last != null) {
            last.end();
        }
    }

    /** Returns the card of a domain that is closed, or else the present one, if it is unused. */
    private synchronized Card unused(CardDomain closed) {
        Card used = closed == null ? card : closed.card();
        open.remove(closed);
        for (int i = 0; i < open.size(); i++) {
            if (open.get(i).card() == used) {
                return null;
            }
        }
        card = card == used ? null : card;
        return used;
    }

    /** Domains that share a processor, at most. */
    synchronized int oversubscription() {
        int most = 0;
        for (int processor : info.mask().processors()) {
            int users = 0;
            for (CardDomain domain : open) {
                users += domain.card() == card && domain.mask().contains(processor) ? 1 : 0;
            }
            most = Math.max(most, users);
        }
        return most;
    }

    private String process() {
        return card == null ? "not running" : card.isLost() ? "lost" : card.process();
    }

    synchronized Map<String, Object> data() {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("card", info.id());
        data.put("process", process());
        data.put("generation", generation);
        data.put("domainProcessors", open.stream().map(domain -> domain.mask().count()).toList());
        data.put("oversubscription", oversubscription());
        return data;
    }

    synchronized String report() {
        return "%s: %s, generation %s, domains %s, oversubscription %s"
                .formatted(
                        info.id(),
                        process(),
                        generation,
                        open.stream().map(domain -> domain.mask().count() + " processors").toList(),
                        oversubscription());
    }
}
