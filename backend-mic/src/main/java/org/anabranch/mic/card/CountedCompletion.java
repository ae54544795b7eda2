package org.anabranch.mic.card;

import org.anabranch.spi.Completion;

/**
 * What the scheduler gave, with something before it is told, and something after.
 *
 * @param completion as it was submitted
 * @param answered the card has done its part
 * @param ended the scheduler has been told
 */
public record CountedCompletion(Completion completion, Runnable answered, Runnable ended)
        implements Completion {

    /** Whether the one counts the other. */
    public static boolean is(Completion counted, Completion submitted) {
        return counted instanceof CountedCompletion one && one.completion == submitted;
    }

    @Override
    public void done() {
        answered.run();
        try {
            completion.done();
        } finally {
            ended.run();
        }
    }

    @Override
    public void failed(Throwable cause) {
        answered.run();
        try {
            completion.failed(cause);
        } finally {
            ended.run();
        }
    }
}
