package org.anabranch.mic.card;

import org.anabranch.api.Kernel;
import org.anabranch.mic.card.AcceptedOperations.Accepted;
import org.anabranch.mic.link.FrameKind;
import org.anabranch.mic.link.FrameWriter;
import org.anabranch.mic.link.Frames;
import org.anabranch.mic.link.Received;
import org.anabranch.mic.link.Scarcity;
import org.anabranch.spi.Completion;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceLostException;
import org.anabranch.spi.Launch;
import org.anabranch.spi.StealPort;
import org.anabranch.spi.support.LaunchParts;

import java.util.Arrays;
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
        final Accepted operation;
        // guarded by the port
        int onCard;
        int stolen;
        Throwable failure;

        Task(Accepted operation, int parts) {
            this.operation = operation;
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
        Long[] numbers = new Long[parts.size()];
        long first = domain.card().numbers(numbers.length);
        Arrays.setAll(numbers, i -> first + i);
        FrameWriter message =
                new FrameWriter(FrameKind.OFFER).putInt(domain.number()).putLong(first);
        LaunchMessage.put(message, launch, parts.stream().map(Launch::piece).toList());
        Accepted operation =
                message.size() > Frames.LIMIT ? null : domain.operations().accept(completion);
        if (operation == null) {
            return false;
        }
        try {
            register(new Task(operation, parts.size()), numbers, parts);
            domain.card().send(message);
            for (Long number : numbers) {
                domain.card().loss().failIfLost(number, true);
            }
        } catch (RuntimeException | Error refused) {
            withdraw(numbers);
            operation.failed(domain.card().loss().refusal(refused));
        }
        return true;
    }

    private void register(Task task, Long[] numbers, List<Launch> parts) {
        synchronized (this) {
            tasks.add(task);
            for (int i = 0; i < numbers.length; i++) {
                there.put(numbers[i], new Part(task, parts.get(i)));
            }
        }
        for (Long number : numbers) {
            domain.card().expect(number, new Arrival(number));
        }
    }

    private void withdraw(Long[] numbers) {
        for (Long number : numbers) {
            synchronized (this) {
                Part part = there.remove(number);
                if (part != null) {
                    tasks.remove(part.task);
                }
            }
            domain.card().forget(number);
        }
    }

    @Override
    public Stolen steal() {
        synchronized (this) {
            if (closed || there.size() <= workers) {
                return null;
            }
        }
        long[] given = new long[1]; // a number in an object would need memory afterwards
        try {
            Object unused =
                    domain.card()
                            .ask(
                                    request ->
                                            new FrameWriter(FrameKind.STEAL)
                                                    .putLong(request)
                                                    .putInt(domain.number()),
                                    answer -> {
                                        given[0] = answer.body().getLong();
                                        return null;
                                    });
        } catch (DeviceException gone) {
            return null;
        }
        return given[0] == 0 ? null : stolenInMemory(given[0]);
    }

    /** Returns a stolen task; without memory it must not get lost. */
    private Stolen stolenInMemory(long number) {
        while (true) {
            try {
                return stolen(number);
            } catch (OutOfMemoryError full) {
                Scarcity.pause();
            }
        }
    }

    private Stolen stolen(Long number) {
        Stolen stolen;
        synchronized (this) {
            Part part = there.get(number);
            if (part == null) {
                return null; // the card is lost, or lies
            }
            stolen = new Stolen(part.launch, new Return(part.task));
            there.remove(number);
            part.task.onCard--;
            part.task.stolen++;
        }
        domain.card().forget(number);
        return stolen;
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
                task.failure = domain.card().loss().orClosed();
            }
        }
        task.operation.end(task.failure);
    }

    /** Told by the card. */
    private final class Arrival implements PendingRequest {
        private final Long number;

        Arrival(Long number) {
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
            return part != null && part.task.operation.isFor(submitted);
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
