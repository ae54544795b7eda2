package org.anabranch.mic.card;

import org.anabranch.mic.link.FrameKind;
import org.anabranch.mic.link.FrameWriter;
import org.anabranch.mic.link.Steady;
import org.anabranch.mic.settings.MicSettings;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The heartbeat of a card: sends it signs of life, and counts the beats in which nothing was heard
 * from it. Counted, not timed: a host that got no time to run must not blame the card, nor one that
 * was busy with what the card had said.
 */
public final class Heartbeat {
    private final Card card;
    private final CardInbox inbox;
    private final Thread thread;
    private final Runnable steady = new Steady(this::beat);
    private volatile boolean stopped;
    private final long beatNanos;
    private final long most;
    // of the thread
    private long lastHeard;
    private long silent;

    public Heartbeat(Card card, CardInbox inbox, MicSettings settings) {
        this.card = card;
        this.inbox = inbox;
        this.beatNanos = TimeUnit.MILLISECONDS.toNanos(settings.beat());
        this.most = settings.patience() / settings.beat();
        this.thread =
                Thread.ofPlatform().daemon().name(card.id() + "-heartbeat").unstarted(this::live);
    }

    public void start() {
        thread.start();
    }

    /** No executor: its thread ends if it has no memory to wait. */
    private void live() {
        while (!stopped) {
            long next = System.nanoTime() + beatNanos;
            for (long rest = beatNanos; rest > 0 && !stopped; rest = next - System.nanoTime()) {
                LockSupport.parkNanos(this, rest);
                boolean unused = Thread.interrupted();
            }
            if (!stopped) {
                steady.run();
            }
        }
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
        stopped = true;
        LockSupport.unpark(thread);
    }
}
