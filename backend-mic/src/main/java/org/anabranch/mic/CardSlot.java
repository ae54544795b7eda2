package org.anabranch.mic;

import org.anabranch.api.ProcessorMask;
import org.anabranch.mic.card.Card;
import org.anabranch.mic.card.CardDomain;
import org.anabranch.mic.process.Link;
import org.anabranch.mic.process.SinkPlace;
import org.anabranch.mic.program.BundleContents;
import org.anabranch.mic.settings.CardConfiguration;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceInfo;
import org.anabranch.spi.support.BackendLog;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
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
    private final List<CardDomain> open = new ArrayList<>();

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
            synchronized (this) {
                if (card != null && !card.isLost()) {
                    return opened(mask);
                }
            }
            Link link = place.connect(configuration.properties(info.id()));
            synchronized (this) {
                generation++;
                card = new Card(info.id(), link, configuration, bundles);
                return opened(mask);
            }
        }
    }

    // holding the monitor
    private CardDomain opened(ProcessorMask mask) {
        CardDomain domain = new CardDomain(card, mask, configuration, this::closed);
        open.add(domain);
        if (oversubscription() > 1) {
            BackendLog.say(CardSlot.class, System.Logger.Level.INFO, report(), null);
        }
        return domain;
    }

    private void closed(CardDomain domain) {
        Card last = null;
        synchronized (this) {
            open.remove(domain);
            if (open.stream().noneMatch(other -> other.card() == domain.card())) {
                last = domain.card();
                card = card == last ? null : card;
            }
        }
        if (last != null) {
            last.end();
        }
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
        return info.id()
                + ": "
                + process()
                + ", generation "
                + generation
                + ", domains "
                + open.stream().map(domain -> domain.mask().count() + " processors").toList()
                + ", oversubscription "
                + oversubscription();
    }
}
