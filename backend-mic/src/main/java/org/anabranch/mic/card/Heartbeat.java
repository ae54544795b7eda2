package org.anabranch.mic.card;

import org.anabranch.mic.link.Kind;
import org.anabranch.mic.link.Message;
import org.anabranch.mic.link.Steady;
import org.anabranch.mic.settings.MicSettings;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Gives a card signs of life, and counts the beats in which nothing was heard from it. Counted, not
 * timed: a host that got no time to run must not blame the card, nor one that was busy with what
 * the card had said.
 */
public final class Heartbeat {
    private final Card card;
    private final Inbox inbox;
    private final ScheduledExecutorService clock;
    // of the clock's thread
    private long lastHeard;
    private long silent;

    public Heartbeat(Card card, Inbox inbox) {
        this.card = card;
        this.inbox = inbox;
        this.clock =
                Executors.newSingleThreadScheduledExecutor(
                        Thread.ofPlatform().daemon().name(card.id() + "-heartbeat").factory());
    }

    public void start(MicSettings settings) {
        long beat = settings.beat();
        long most = settings.patience() / beat;
        Runnable steady = new Steady(() -> beat(most));
        var unused = clock.scheduleWithFixedDelay(steady, beat, beat, TimeUnit.MILLISECONDS);
    }

    private void beat(long most) {
        long heard = inbox.heard();
        silent = inbox.isListening() && heard == lastHeard ? silent + 1 : 0;
        lastHeard = heard;
        if (silent > most) {
            card.loss().lose("it has given no sign of life for " + silent + " beats", null);
        }
        card.send(new Message(Kind.BEAT));
    }

    public void stop() {
        clock.shutdownNow();
    }
}
