package org.anabranch.mic.card;

import org.anabranch.api.Kernel;
import org.anabranch.mic.link.ProtocolException;
import org.anabranch.mic.process.Crash;
import org.anabranch.mic.process.SinkLink;
import org.anabranch.spi.Completion;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceLostException;
import org.anabranch.spi.support.BackendLog;
import org.anabranch.spi.support.ForeignThrowables;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The loss of a card: the reason, the operations to blame, and the listeners. A card is lost once,
 * by the first cause. Thread-safe.
 */
public final class CardLoss {

    private final String id;
    private final SinkLink link;
    private final Answers answers;
    private final AtomicReference<Loss> lost = new AtomicReference<>();
    private final Set<Consumer<DeviceLostException>> listeners = ConcurrentHashMap.newKeySet();
    private final DeviceException closed;
    private volatile boolean expected;

    CardLoss(String id, SinkLink link, Answers answers) {
        this.id = id;
        this.link = link;
        this.answers = answers;
        this.closed = new DeviceException(id + " was closed before a stolen part ended");
    }

    /** The end of a card, and which operations are to blame. */
    private record Loss(DeviceLostException cause, Predicate<PendingRequest> culprit) {

        DeviceLostException toldTo(PendingRequest pending) {
            if (!culprit.test(pending)) {
                return cause;
            }
            Kernel kernel = pending.kernel();
            return DeviceLostException.causedByOperation(
                    (kernel == null ? "" : "kernel " + kernel.name() + ": ") + cause.getMessage(),
                    cause);
        }
    }

    /** Returns true if no request can be made to the card any more. */
    public boolean isLost() {
        return lost.get() != null;
    }

    /** The failure of whatever is asked of a card that is gone. */
    void check() throws DeviceLostException {
        if (isLost()) {
            throw new DeviceLostException(lost.get().cause.getMessage(), lost.get().cause);
        }
    }

    /**
     * Returns the failure of an operation that could not be sent; the bare cause without memory.
     */
    Throwable refusal(Throwable cause) {
        Loss loss = lost.get();
        if (loss != null) {
            return loss.cause;
        }
        try {
            return new DeviceException(id + ": " + ForeignThrowables.text(cause), cause);
        } catch (Throwable unsaid) { // no memory, or the cause is a program's and has no text
            return cause;
        }
    }

    /**
     * Returns the reason why operations ended with the card: its loss, or else that it was closed;
     * takes no memory.
     */
    DeviceException orClosed() {
        Loss loss = lost.get();
        return loss == null ? closed : loss.cause;
    }

    /** Fails what is expected under a number if the card is lost; what was sent may be to blame. */
    void failIfLost(Long number, boolean sent) {
        Loss loss = lost.get();
        PendingRequest pending = loss == null ? null : answers.peek(number);
        if (pending != null) {
            answers.fail(number, sent ? loss.toldTo(pending) : loss.cause);
        }
    }

    /** The card will end: that is no loss. */
    void expectEnd() {
        expected = true;
    }

    /** The link does not work, or what comes over it makes no sense. */
    public void broken(IOException cause) {
        if (cause instanceof ProtocolException) {
            lose("it does not keep the protocol: " + cause.getMessage(), cause);
        } else {
            loseByItself("its link is broken: " + cause.getMessage(), cause);
        }
    }

    /**
     * Ends the card now. The receiving thread then fails everything outstanding, since only there
     * no copy into the program's memory can be under way.
     */
    public void lose(String why, Throwable cause) {
        lose(why, cause, pending -> false);
    }

    /** Ends it, which ends an operation that does not by itself; false if it is not under way. */
    boolean abandon(Completion completion) {
        Optional<PendingRequest> endless =
                answers.all().stream().filter(pending -> pending.isFor(completion)).findFirst();
        if (endless.isEmpty()) {
            return false;
        }
        Kernel kernel = endless.get().kernel();
        lose(
                (kernel == null ? "a transfer" : "kernel " + kernel.name())
                        + " did not end and was abandoned",
                null,
                pending -> pending.isFor(completion));
        return true;
    }

    /** The process is gone, or does what it should not. */
    void loseByItself(String why, Throwable cause) {
        if (expected || isLost()) {
            return;
        }
        Optional<Crash> crash = link.crash();
        lose(
                crash.map(how -> why + ": " + how).orElse(why),
                cause,
                crash.map(how -> suspects(how, answers.all())).orElse(pending -> false));
    }

    /** Of the kernels under way, those on the stack of the crash; all, if it names none. */
    private static Predicate<PendingRequest> suspects(Crash crash, List<PendingRequest> underWay) {
        return underWay.stream().anyMatch(pending -> crash.isIn(pending.kernel()))
                ? pending -> crash.isIn(pending.kernel())
                : pending -> pending.kernel() != null;
    }

    private void lose(String why, Throwable cause, Predicate<PendingRequest> culprit) {
        if (expected || isLost()) {
            return;
        }
        String words = link.lastWords();
        DeviceLostException loss =
                new DeviceLostException(
                        id + " is lost: " + why + (words.isEmpty() ? "" : "; it said: " + words),
                        cause);
        if (lost.compareAndSet(null, new Loss(loss, culprit))) {
            link.kill();
            closeFrames();
            BackendLog.say(CardLoss.class, Level.WARNING, loss.getMessage(), null);
        }
    }

    /** Told of the loss, unless it is closed before. */
    void listen(Consumer<DeviceLostException> listener) {
        listeners.add(listener);
        Loss loss = lost.get();
        if (loss != null && listeners.remove(listener)) {
            listener.accept(loss.cause);
        }
    }

    void forget(Consumer<DeviceLostException> listener) {
        listeners.remove(listener);
    }

    /** Ends the link: fails all requests, and calls the listeners. */
    void tell() {
        lost.compareAndSet(
                null, new Loss(new DeviceLostException(id + " has ended", null), pending -> false));
        Loss loss = lost.get();
        answers.failAll(loss::toldTo);
        for (Consumer<DeviceLostException> listener : listeners) {
            if (listeners.remove(listener)) {
                listener.accept(loss.cause);
            }
        }
    }

    void closeFrames() {
        try {
            link.frames().close();
        } catch (IOException broken) {
            BackendLog.say(CardLoss.class, Level.DEBUG, "closing the link", broken);
        }
    }
}
