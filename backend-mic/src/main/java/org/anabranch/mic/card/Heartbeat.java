package org.anabranch.mic.card;

import org.anabranch.mic.link.FrameKind;
import org.anabranch.mic.link.FrameWriter;
import org.anabranch.mic.link.Outbox;
import org.anabranch.mic.link.Pulse;
import org.anabranch.mic.settings.MicSettings;

import java.util.concurrent.TimeUnit;

/**
 * The heartbeat of a card: sends it signs of life, and counts the beats in which nothing was heard
 * from it. Counted, not timed: a host that got no time to run must not blame the card, nor one that
 * was busy with what the card had said.
 */
public final class Heartbeat {
    private final CardLoss loss;
    private final Outbox outbox;
    private final Runnable retry;
    private final Pulse pulse;
    private final long most;
    // of the thread
    private long lastHeard;
    private long silent;
    // of the receiving thread
    private long count;
    private volatile long heard;
    private volatile boolean listening;

    /**
     * Creates the heartbeat of a card.
     *
     * @param id of the card
     * @param loss is told that the card is silent
     * @param outbox sends the signs of life
     * @param retry resumes operations that lacked memory; called at each beat
     */
    Heartbeat(String id, CardLoss loss, Outbox outbox, Runnable retry, MicSettings settings) {
        this.loss = loss;
        this.outbox = outbox;
        this.retry = retry;
        this.most = settings.patience() / settings.beat();
        this.pulse =
                new Pulse(
                        id + "-heartbeat",
                        TimeUnit.MILLISECONDS.toNanos(settings.beat()),
                        this::beat);
    }

    public void start() {
        pulse.start();
    }

    /** Records that the receiving thread waits for a frame of the card. */
    void listening() {
        listening = true;
    }

    /** Records that the receiving thread has a frame of the card, and is busy with it. */
    void heard() {
        listening = false;
        heard = ++count;
    }

    private void beat() {
        long now = heard;
        silent = listening && now == lastHeard ? silent + 1 : 0;
        lastHeard = now;
        if (silent > most) {
            loss.lose("it has given no sign of life for " + silent + " beats", null);
        }
        retry.run();
        outbox.send(new FrameWriter(FrameKind.BEAT).putLong(System.nanoTime()));
    }

    public void stop() {
        pulse.stop();
    }
}
