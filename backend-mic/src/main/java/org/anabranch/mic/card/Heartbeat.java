package org.anabranch.mic.card;

import org.anabranch.mic.link.FrameKind;
import org.anabranch.mic.link.FrameWriter;
import org.anabranch.mic.link.Pulse;
import org.anabranch.mic.settings.MicSettings;

import java.util.concurrent.TimeUnit;

/**
 * The heartbeat of a card: sends it signs of life, and counts the beats in which nothing was heard
 * from it. Counted, not timed: a host that got no time to run must not blame the card, nor one that
 * was busy with what the card had said.
 */
public final class Heartbeat {
    private final Card card;
    private final CardInbox inbox;
    private final Pulse pulse;
    private final long most;
    // of the thread
    private long lastHeard;
    private long silent;

    public Heartbeat(Card card, CardInbox inbox, MicSettings settings) {
        this.card = card;
        this.inbox = inbox;
        this.most = settings.patience() / settings.beat();
        this.pulse =
                new Pulse(
                        card.id() + "-heartbeat",
                        TimeUnit.MILLISECONDS.toNanos(settings.beat()),
                        this::beat);
    }

    public void start() {
        pulse.start();
    }

    private void beat() {
        long heard = inbox.heard();
        silent = inbox.isListening() && heard == lastHeard ? silent + 1 : 0;
        lastHeard = heard;
        if (silent > most) {
            card.loss().lose("it has given no sign of life for " + silent + " beats", null);
        }
        card.large().feed(); // what found no memory
        card.send(new FrameWriter(FrameKind.BEAT).putLong(System.nanoTime()));
    }

    public void stop() {
        pulse.stop();
    }
}
