package org.anabranch.mic.card;

import org.anabranch.api.ProcessorMask;
import org.anabranch.mic.link.FrameKind;
import org.anabranch.mic.link.FrameWriter;
import org.anabranch.mic.link.Frames;
import org.anabranch.mic.link.Outbox;
import org.anabranch.mic.link.ProtocolException;
import org.anabranch.mic.link.Received;
import org.anabranch.mic.process.SinkLink;
import org.anabranch.mic.program.BundleContents;
import org.anabranch.mic.program.ProgramFiles;
import org.anabranch.mic.settings.CardConfiguration;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceLostException;
import org.anabranch.spi.support.BackendLog;
import org.anabranch.spi.support.MemoryBudget;

import java.lang.System.Logger.Level;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.Function;

/**
 * One card while its process lives: sends the requests of the domains, and fails everything
 * immediately when the process is gone. A card that comes back is another object.
 */
public final class Card {
    private static final long GRACE_MILLIS = 3000;

    private final String id;
    private final SinkLink link;
    private final MemoryBudget memory;
    private final WindowSlots slots;
    private final LargeTransfers large;
    private final Outbox outbox;
    private final ProgramFiles files;
    private final BundleContents bundles;
    private final Answers answers = new Answers();
    private final CardInbox inbox;
    private final Heartbeat heartbeat;
    private final CardClock clock = new CardClock();
    private final CardLoss loss;
    private final FrameWriter bye = new FrameWriter(FrameKind.BYE);

    public Card(String id, SinkLink link, CardConfiguration configuration, BundleContents bundles) {
        this.id = id;
        this.link = link;
        this.bundles = bundles;
        this.memory = new MemoryBudget(id, configuration.memory());
        this.slots = new WindowSlots(configuration.settings().window());
        this.large = new LargeTransfers(slots);
        this.loss = new CardLoss(id, link, answers);
        this.outbox = new Outbox(id, link.frames(), loss::broken);
        this.files = new ProgramFiles(outbox::send);
        this.heartbeat = new Heartbeat(id, loss, outbox, large::feed, configuration.settings());
        this.inbox = new CardInbox(this, link.frames(), answers, heartbeat);
    }

    /**
     * Talks to the process from now on, and has it end when that is over. If this throws, for want
     * of memory, nothing of the card runs, and the link is the caller's to end.
     */
    public void start() {
        try {
            link.onEnd(() -> loss.loseByItself("its process has ended", null));
            outbox.start();
            heartbeat.start();
            inbox.start();
        } catch (RuntimeException | Error refused) {
            heartbeat.stop();
            outbox.close();
            throw refused;
        }
    }

    public String id() {
        return id;
    }

    public String process() {
        return link.process();
    }

    /** {@return the list of operations of a new domain} */
    AcceptedOperations operations() {
        return new AcceptedOperations(id, answers, loss, clock);
    }

    /** By how much its clock differs; for the thread that receives. */
    CardClock clock() {
        return clock;
    }

    public MemoryBudget memory() {
        return memory;
    }

    public WindowSlots slots() {
        return slots;
    }

    public LargeTransfers large() {
        return large;
    }

    public MemorySegment window() {
        return link.window().memory();
    }

    public ProgramFiles files() {
        return files;
    }

    public BundleContents bundles() {
        return bundles;
    }

    public long number() {
        return answers.numbers(1);
    }

    /** The first of so many numbers in a row. */
    public long numbers(int count) {
        return answers.numbers(count);
    }

    /** Kills the process, as a test of what then happens. */
    public void kill() {
        link.kill();
    }

    public CardLoss loss() {
        return loss;
    }

    public boolean isLost() {
        return loss.isLost();
    }

    public void send(FrameWriter message) {
        outbox.send(message);
    }

    /** The card has received so many frames. */
    public void confirmed(int count) {
        outbox.confirmed(count);
    }

    /** Expects an answer to a number, before it is sent. */
    public void expect(Long number, PendingRequest answer) {
        answers.expect(number, answer);
    }

    /** Sends what is expected to be answered; a loss in between, or its size, fails it. */
    public void submit(Long number, PendingRequest answer, FrameWriter message) {
        expect(number, answer);
        if (message.size() > Frames.LIMIT) {
            answers.fail(
                    number,
                    new DeviceException(
                            "%s: arguments or predecessors of %s bytes, more than the %s of a frame"
                                    .formatted(id, message.size(), Frames.LIMIT)));
            return;
        }
        loss.failIfLost(number, false);
        outbox.send(message);
        loss.failIfLost(number, true);
    }

    /** No answer will come. */
    public void forget(Long number) {
        answers.forget(number);
    }

    /** A frame that will be answered by its number. */
    public interface Question {
        FrameWriter ask(long number) throws DeviceException;
    }

    /**
     * Asks, and waits for the answer; an interrupt is for later, since what the card has given must
     * not get lost.
     *
     * @param reading of the answer; what it throws is the card's fault, and loses it
     */
    public <T> T ask(Question question, Function<Received, T> reading) throws DeviceException {
        Long number = number();
        Answer answer = new Answer();
        try {
            submit(number, answer, question.ask(number));
        } catch (RuntimeException | Error refused) {
            forget(number);
            throw refused;
        }
        Throwable failure = answer.await();
        if (failure instanceof DeviceLostException gone) {
            throw new DeviceLostException(gone.getMessage(), gone);
        }
        if (failure != null) {
            throw new DeviceException(failure.getMessage(), failure);
        }
        try {
            return reading.apply(answer.frame);
        } catch (RuntimeException nonsense) {
            loss.broken(new ProtocolException("an answer that makes no sense: " + nonsense));
            loss.check();
            throw new DeviceException(id + ": " + nonsense, nonsense);
        }
    }

    /** To give it takes no memory. */
    private static final class Answer implements PendingRequest {
        // guarded by this, until it is over
        private Received frame;
        private Throwable failure;
        private boolean over;

        @Override
        public synchronized void answered(Received received) {
            if (!over) {
                frame = received;
                over = true;
                notifyAll();
            }
        }

        @Override
        public synchronized void failed(Throwable cause) {
            if (!over) {
                failure = cause;
                over = true;
                notifyAll();
            }
        }

        /** Why there is none, or null; an interrupt is for later. */
        synchronized Throwable await() {
            boolean interrupted = false;
            while (!over) {
                try {
                    wait();
                } catch (InterruptedException later) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            return failure;
        }
    }

    /** On the receiving thread, when nothing comes any more, and so nothing can be answered. */
    public void received() {
        heartbeat.stop();
        outbox.close();
        loss.tell();
        link.end();
        loss.closeFrames();
        link.window().close();
    }

    /**
     * Ends the card, of which no domain is open any more. Waits for its process. May be called
     * again if there was no memory for all of it.
     */
    public void end() {
        loss.expectEnd();
        outbox.send(bye);
        if (inbox.isOwnThread()) {
            loss.closeFrames(); // closed from within a completion: there is no other thread to
            // wait for
            return;
        }
        if (!inbox.awaitEnd(GRACE_MILLIS)) {
            BackendLog.say(Card.class, Level.WARNING, id + " did not end by itself", null);
            link.kill();
            loss.closeFrames();
            inbox.awaitEnd(Long.MAX_VALUE / 2_000_000);
        }
    }

    /** Opens a domain over there. */
    public void open(int domain, ProcessorMask mask) {
        long[] processors = Arrays.stream(mask.processors()).mapToLong(one -> one).toArray();
        send(new FrameWriter(FrameKind.OPEN).putInt(domain).putLongs(processors));
    }
}
