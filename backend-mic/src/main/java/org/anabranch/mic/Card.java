package org.anabranch.mic;

import org.anabranch.api.ProcessorMask;
import org.anabranch.mic.link.Failure;
import org.anabranch.mic.link.Frames.Received;
import org.anabranch.mic.link.Kind;
import org.anabranch.mic.link.Message;
import org.anabranch.mic.link.Outbox;
import org.anabranch.mic.link.ProtocolException;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceLostException;
import org.anabranch.spi.NotStartedException;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * One card while its process lives: sends what the domains want, receives what the card says, and
 * fails everything at once when the process is gone. A card that comes back is another object.
 */
final class Card {
    private static final Logger LOG = System.getLogger(Card.class.getName());

    private final String id;
    private final Link link;
    private final MemoryBudget memory;
    private final WindowSlots slots;
    private final Outbox outbox;
    private final ProgramFiles files;
    private final BundleContents bundles;
    private final Thread receiver;
    private final ScheduledExecutorService pulse;
    private final AtomicLong numbers = new AtomicLong();
    private final Map<Long, Pending> pending = new ConcurrentHashMap<>();
    private final AtomicReference<DeviceLostException> lost = new AtomicReference<>();
    private final Queue<HostTransfer> starved = new ArrayDeque<>(); // of the receiving thread
    private volatile long heard; // frames
    private volatile boolean listening;
    // of the pulse
    private long lastHeard;
    private long silent;
    private volatile boolean ending;

    Card(String id, Link link, CardConfiguration configuration, BundleContents bundles) {
        this.id = id;
        this.link = link;
        this.bundles = bundles;
        this.memory = new MemoryBudget(id, configuration.memory());
        this.slots = new WindowSlots(configuration.settings().window());
        this.outbox = new Outbox(id, link.frames(), this::broken);
        this.files = new ProgramFiles(this::send);
        this.receiver =
                Thread.ofPlatform().daemon().name(id + "-receiver").unstarted(this::receive);
        this.pulse =
                Executors.newSingleThreadScheduledExecutor(
                        Thread.ofPlatform().daemon().name(id + "-pulse").factory());
        receiver.start();
        long beat = configuration.settings().beat();
        long most = configuration.settings().patience() / beat;
        var unused =
                pulse.scheduleWithFixedDelay(() -> beat(most), beat, beat, TimeUnit.MILLISECONDS);
        link.onEnd(() -> lose("its process has ended", null));
    }

    String id() {
        return id;
    }

    String process() {
        return link.process();
    }

    MemoryBudget memory() {
        return memory;
    }

    WindowSlots slots() {
        return slots;
    }

    MemorySegment window() {
        return link.window().memory();
    }

    ProgramFiles files() {
        return files;
    }

    BundleContents bundles() {
        return bundles;
    }

    long number() {
        return numbers.incrementAndGet();
    }

    /** Kills the process, as a test of what then happens. */
    void kill() {
        link.kill();
    }

    /** The first of so many numbers in a row. */
    long numbers(int count) {
        return numbers.getAndAdd(count) + 1;
    }

    boolean isLost() {
        return lost.get() != null;
    }

    /** The failure of whatever is asked of a card that is gone. */
    void checkAlive() throws DeviceLostException {
        if (isLost()) {
            throw new DeviceLostException(lost.get().getMessage(), lost.get());
        }
    }

    /** What an operation fails with that could not be sent. */
    DeviceException refusal(Throwable cause) {
        DeviceLostException loss = lost.get();
        return loss == null ? new DeviceException(id + ": " + cause, cause) : loss;
    }

    void send(Message message) {
        outbox.send(message);
    }

    /** Expects an answer to a number, before it is sent. */
    void expect(long number, Pending answer) {
        pending.put(number, answer);
    }

    /** Sends what is expected to be answered; a loss in between fails it. */
    void submit(long number, Message message) {
        outbox.send(message);
        failIfLost(number);
    }

    void failIfLost(long number) {
        if (isLost()) {
            fail(number, lost.get());
        }
    }

    /** No answer will come. */
    void forget(long number) {
        pending.remove(number);
    }

    private void fail(long number, Throwable cause) {
        Pending answer = pending.remove(number);
        if (answer != null) {
            answer.failed(cause);
        }
    }

    /** A frame that will be answered by its number. */
    interface Question {
        Message ask(long number) throws DeviceException;
    }

    /** Asks, and waits for the answer. */
    Received ask(Question question) throws DeviceException {
        long number = number();
        Message message = question.ask(number);
        CompletableFuture<Received> answer = new CompletableFuture<>();
        expect(
                number,
                new Pending() {
                    @Override
                    public void answered(Received frame) {
                        answer.complete(frame);
                    }

                    @Override
                    public void failed(Throwable cause) {
                        answer.completeExceptionally(cause);
                    }
                });
        submit(number, message);
        try {
            return answer.get();
        } catch (ExecutionException failure) {
            if (failure.getCause() instanceof DeviceLostException loss) {
                throw new DeviceLostException(loss.getMessage(), loss);
            }
            throw new DeviceException(failure.getCause().getMessage(), failure.getCause());
        } catch (InterruptedException interrupt) {
            pending.remove(number);
            Thread.currentThread().interrupt();
            throw new DeviceException(id + ": interrupted while waiting for an answer", interrupt);
        }
    }

    private void receive() {
        long frames = 0;
        try {
            while (true) {
                listening = true;
                Received frame = link.frames().receive();
                listening = false;
                heard = ++frames;
                outbox.confirmed(frame.confirmed());
                dispatch(frame);
            }
        } catch (IOException cause) {
            broken(cause);
        } catch (RuntimeException cause) {
            broken(new ProtocolException("a frame that makes no sense: " + cause));
        } finally {
            received();
        }
    }

    private void broken(IOException cause) {
        lose(
                cause instanceof ProtocolException
                        ? "it does not keep the protocol: " + cause.getMessage()
                        : "its link is broken: " + cause.getMessage(),
                cause);
    }

    private void dispatch(Received frame) throws ProtocolException {
        var body = frame.body();
        switch (frame.kind()) {
            case BEAT -> {}
            case DONE, STOLEN, LACKS -> {
                Pending answer = pending.remove(body.getLong());
                if (answer != null) {
                    answer.answered(frame);
                }
            }
            case FAILED -> fail(body.getLong(), failure(frame));
            case GO -> advance(transfer(body.getLong()));
            case TAKEN -> {
                body.getLong();
                freed(body.getLong());
            }
            case FILLED -> {
                HostTransfer transfer = transfer(body.getLong());
                long slot = body.getLong();
                if (transfer != null) {
                    transfer.filled(slot, body.getLong(), body.getInt());
                }
                freed(slot);
            }
            case FETCH -> files.send(body.getLong(), body.getLong(), frame.text());
            default -> throw new ProtocolException(frame.kind() + " is not for a host");
        }
    }

    private HostTransfer transfer(long number) {
        return (HostTransfer) pending.get(number);
    }

    private void advance(HostTransfer transfer) {
        if (transfer != null && transfer.advance()) {
            starved.add(transfer);
        }
    }

    private void freed(long slot) {
        slots.giveLarge(slot);
        advance(starved.poll());
    }

    private Throwable failure(Received frame) {
        Failure kind = Failure.values()[frame.body().get()];
        String type = frame.text();
        String message = frame.text();
        StackTraceElement[] trace = new StackTraceElement[frame.count(1)];
        for (int i = 0; i < trace.length; i++) {
            trace[i] =
                    new StackTraceElement(
                            frame.text(), frame.text(), frame.text(), frame.body().getInt());
        }
        return switch (kind) {
            case KERNEL -> new CardKernelException(type + ": " + message, trace);
            case REFUSED -> new DeviceException(id + ": " + message);
            case NOT_STARTED -> new NotStartedException(id + ": not started: " + message, null);
        };
    }

    /**
     * Counts the beats in which nothing was heard. Counted, not timed: a host that got no time to
     * run must not blame the card, nor one that was busy with what the card had said.
     */
    private void beat(long most) {
        silent = listening && heard == lastHeard ? silent + 1 : 0;
        lastHeard = heard;
        if (silent > most) {
            lose("it has given no sign of life for " + silent + " beats", null);
        }
        outbox.send(new Message(Kind.BEAT));
    }

    /**
     * Ends the card now. The receiving thread then fails everything outstanding, since only there
     * no copy into the program's memory can be under way.
     */
    void lose(String why, Throwable cause) {
        if (ending || isLost()) {
            return;
        }
        String words = link.lastWords();
        DeviceLostException loss =
                new DeviceLostException(
                        id + " is lost: " + why + (words.isEmpty() ? "" : "; it said: " + words),
                        cause);
        if (lost.compareAndSet(null, loss)) {
            LOG.log(Level.WARNING, loss.getMessage());
            link.kill();
            closeFrames();
        }
    }

    private void closeFrames() {
        try {
            link.frames().close();
        } catch (IOException broken) {
            LOG.log(Level.DEBUG, "closing the link", broken);
        }
    }

    /** On the receiving thread, when nothing comes any more. */
    private void received() {
        pulse.shutdownNow();
        outbox.close();
        while (isLost() && !pending.isEmpty()) {
            pending.keySet().forEach(number -> fail(number, lost.get()));
        }
        link.end();
        closeFrames();
        link.window().close();
    }

    /** Ends the card, of which no domain is open any more. Waits for its process. */
    void end() {
        ending = true;
        outbox.send(new Message(Kind.BYE));
        if (Thread.currentThread() == receiver) {
            closeFrames(); // closed from within a completion: there is nobody to wait for
            return;
        }
        try {
            receiver.join();
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
        }
    }

    /** Opens a domain over there. */
    void open(int domain, ProcessorMask mask) {
        long[] processors = Arrays.stream(mask.processors()).mapToLong(one -> one).toArray();
        send(new Message(Kind.OPEN).putInt(domain).putLongs(processors));
    }
}
