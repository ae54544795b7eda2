package org.anabranch.mic.card;

import org.anabranch.spi.Completion;
import org.anabranch.spi.support.BackendLog;
import org.anabranch.spi.support.DeviceClock;

import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;

/**
 * The offset of a card's clock, from heartbeats that the card answers (as in NTP) and from each
 * operation. A card may report anything; impossible times are dropped. For the receiving thread.
 */
final class CardClock {
    /** Instead of a time. */
    static final long NOT_TIMED = Long.MIN_VALUE;

    private final DeviceClock clock = new DeviceClock();

    /** A beat that answers one of the host's has the times of both. */
    void beat(ByteBuffer body) {
        if (body.remaining() >= 2 * Long.BYTES) {
            long asked = body.getLong();
            long there = body.getLong();
            var _ = clock.ran(asked, there, there, System.nanoTime());
        }
    }

    /** Tells when an operation ran that has ended, if the card has said that. */
    void tell(Completion completion, long asked, ByteBuffer body) {
        if (body.remaining() < 2 * Long.BYTES) {
            return;
        }
        long began = body.getLong();
        long ended = body.getLong();
        if (clock.ran(asked, began, ended, System.nanoTime())) {
            try {
                completion.ran(clock.toHost(began), clock.toHost(ended), clock.error());
            } catch (Throwable broken) {
                BackendLog.say(
                        CardClock.class,
                        Level.ERROR,
                        "a completion threw, against its contract",
                        broken);
            }
        }
    }
}
