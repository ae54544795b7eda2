package org.anabranch.mic.card;

import org.anabranch.api.Kernel;
import org.anabranch.mic.link.Frames;
import org.anabranch.mic.link.Kind;
import org.anabranch.mic.link.Message;
import org.anabranch.mic.link.Received;
import org.anabranch.spi.Completion;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceLostException;
import org.anabranch.spi.Launch;
import org.anabranch.spi.StealPort;
import org.anabranch.spi.support.LaunchParts;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Exchanges tasks with the card. An offered task is divided here, where it is known what each part
 * uses, and its parts go to the deques over there. What has not begun can be asked back, at the
 * cost of a round trip, so it is asked only if more is there than the workers have under way. A
 * task ends with its last part, wherever that ran.
 */
public final class CardStealPort implements StealPort, AutoCloseable {
    private static final int PARTS_PER_WORKER = 4;
    private static final long GRAIN = 64;

    private final CardDomain domain;
    private final int workers;
    // guarded by this
    private final Map<Long, Part> there = new HashMap<>();
    private final Set<Task> tasks = new HashSet<>();
    private boolean closed;

    private static final class Task {
        final Completion completion;
        // guarded by the port
        int onCard;
        int stolen;
        Throwable failure;

        Task(Completion completion, int parts) {
            this.completion = completion;
            this.onCard = parts;
        }
    }

    private record Part(Task task, Launch launch) {}

    public CardStealPort(CardDomain domain, int workers) {
        this.domain = domain;
        this.workers = workers;
    }

    @Override
    public synchronized int hungry() {
        return closed || domain.card().isLost()
                ? 0
                : Math.max(0, 2 * workers - Math.ceilDiv(there.size(), PARTS_PER_WORKER));
    }

    @Override
    public boolean offer(Launch launch, Completion completion) {
        if (hungry() == 0) {
            return false;
        }
        List<Launch> parts;
        try {
            parts = LaunchParts.of(launch, PARTS_PER_WORKER * workers, GRAIN);
        } catch (RuntimeException | Error mapping) { // the program's
            completion.failed(domain.card().loss().refusal(mapping));
            return true;
        }
        long first = domain.card().numbers(parts.size());
        Message message = new Message(Kind.OFFER).putInt(domain.number()).putLong(first);
        LaunchMessage.put(message, launch, parts.stream().map(Launch::piece).toList());
        if (message.size() > Frames.LIMIT || !domain.operations().accept()) {
            return false;
        }
        register(new Task(domain.operations().counted(completion), parts.size()), first, parts);
        for (int i = 0; i < parts.size(); i++) {
            domain.card().expect(first + i, new Arrival(first + i));
        }
        domain.card().send(message);
        for (int i = 0; i < parts.size(); i++) {
            domain.card().loss().failIfLost(first + i, true);
        }
        return true;
    }

    /** The parts have numbers in a row. */
    private synchronized void register(Task task, long first, List<Launch> parts) {
        tasks.add(task);
        for (int i = 0; i < parts.size(); i++) {
            there.put(first + i, new Part(task, parts.get(i)));
        }
    }

    @Override
    public Stolen steal() {
        synchronized (this) {
            if (closed || there.size() <= workers) {
                return null;
            }
        }
        try {
            long number =
                    domain.card()
                            .ask(
                                    request ->
                                            new Message(Kind.STEAL)
                                                    .putLong(request)
                                                    .putInt(domain.number()),
                                    answer -> answer.body().getLong());
            return number == 0 ? null : stolen(number);
        } catch (DeviceException gone) {
            return null;
        }
    }

    private Stolen stolen(long number) {
        Part part;
        synchronized (this) {
            part = there.remove(number);
            if (part == null) {
                return null; // the card is lost, or lies
            }
            part.task.onCard--;
            part.task.stolen++;
        }
        domain.card().forget(number);
        return new Stolen(part.launch, new Return(part.task));
    }

    /** Refuses more. What is over there runs; a part that a thief has fails its task. */
    @Override
    public void close() {
        List<Task> abandoned;
        synchronized (this) {
            closed = true;
            abandoned = tasks.stream().filter(task -> task.onCard == 0).toList();
        }
        abandoned.forEach(this::finish);
    }

    /** A part has ended; the task has, if it was the last, or if no thief is waited for. */
    private void end(Task task, boolean onCard, Throwable failure) {
        synchronized (this) {
            if (task.failure == null || costTheCard(failure)) {
                task.failure = failure;
            }
            if (onCard) {
                task.onCard--;
            } else {
                task.stolen--;
            }
            if (task.onCard > 0 || task.stolen > 0 && !closed) {
                return;
            }
        }
        finish(task);
    }

    private static boolean costTheCard(Throwable failure) {
        return failure instanceof DeviceLostException loss && loss.isCausedByOperation();
    }

    private void finish(Task task) {
        synchronized (this) {
            if (!tasks.remove(task)) {
                return;
            }
            if (task.stolen > 0 && task.failure == null) {
                task.failure = domain.card().loss().orElse("was closed before a stolen part ended");
            }
        }
        if (task.failure == null) {
            task.completion.done();
        } else {
            task.completion.failed(task.failure);
        }
    }

    /** Told by the card. */
    private final class Arrival implements Pending {
        private final long number;

        Arrival(long number) {
            this.number = number;
        }

        @Override
        public void answered(Received frame) {
            arrived(null);
        }

        @Override
        public void failed(Throwable cause) {
            arrived(cause);
        }

        @Override
        public Kernel kernel() {
            Part part = part();
            return part == null ? null : part.launch.kernel();
        }

        @Override
        public boolean isFor(Completion submitted) {
            Part part = part();
            return part != null && CountedCompletion.is(part.task.completion, submitted);
        }

        private Part part() {
            synchronized (CardStealPort.this) {
                return there.get(number);
            }
        }

        private void arrived(Throwable failure) {
            Part part;
            synchronized (CardStealPort.this) {
                part = there.remove(number);
            }
            if (part != null) {
                end(part.task, true, failure);
            }
        }
    }

    /** Told by the thief. */
    private final class Return implements Completion {
        private final Task task;

        Return(Task task) {
            this.task = task;
        }

        @Override
        public void done() {
            end(task, false, null);
        }

        @Override
        public void failed(Throwable cause) {
            end(task, false, cause);
        }
    }
}
