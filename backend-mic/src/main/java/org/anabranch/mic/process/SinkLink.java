package org.anabranch.mic.process;

import org.anabranch.mic.link.Frames;
import org.anabranch.mic.link.Scarcity;
import org.anabranch.mic.link.Window;

import java.io.IOException;
import java.util.Optional;

/** A connection to the process of a card, greeted and ready. The one who has it ends it. */
public interface SinkLink {

    /** {@return the frames to and from the card} */
    Frames frames();

    /** {@return the mapped window} */
    Window window();

    /** {@return a name of the process, for people} */
    String process();

    /** Runs an action when the process has ended, if that can be known. */
    void onEnd(Runnable action);

    /** {@return the last output of the process, for messages; possibly empty} */
    String lastWords();

    /**
     * {@return how the process ended by itself, if it did and that is known: it crashed, or exited
     * without a request; empty for one that was killed, or lives} Waits a moment for its end.
     */
    Optional<Crash> crash();

    /** Kills the process; returns soon. */
    void kill();

    /**
     * Waits until the process has ended, in the end by killing it, and removes its files. May be
     * called again.
     */
    void end();

    /** Ends the process of a card that was never used; waits for memory, if need be. */
    default void discard() {
        while (true) {
            try {
                kill();
                end();
                window().close();
                frames().close();
                return;
            } catch (IOException closed) {
                return; // it is as good as closed
            } catch (OutOfMemoryError full) {
                Scarcity.pause();
            }
        }
    }
}
