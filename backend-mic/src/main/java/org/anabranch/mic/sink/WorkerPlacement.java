package org.anabranch.mic.sink;

import org.anabranch.mic.link.CardProperties;

import java.util.Arrays;

/**
 * The assignment of workers to hardware threads of the card. With fewer workers than cores, {@code
 * SCATTER} and {@code BALANCED} put each worker in the middle of its share of the cores; with more,
 * the former deals them out one core after the other, the latter keeps neighbours together; {@code
 * COMPACT} fills core after core. (The meaning that the affinity settings of OpenMP have on the
 * cards of the paper.)
 */
record WorkerPlacement(CardProperties card, int[] threads) {

    /** The hardware threads of a domain, by its mask of usable processors. */
    static WorkerPlacement of(CardProperties card, int[] processors) {
        return new WorkerPlacement(
                card, Arrays.stream(processors).map(one -> one + card.avoidFirst()).toArray());
    }

    /** As many workers as this machine has processors for that share of the card, at least one. */
    int workers(int available) {
        int all = card.cores() * card.threadsPerCore();
        return Math.clamp(Math.round((double) available * threads.length / all), 1, threads.length);
    }

    /** The hardware thread of a worker. */
    int thread(int worker, int workers) {
        int[] cores = Arrays.stream(threads).map(this::core).distinct().toArray();
        return switch (card.affinity()) {
            case NONE, COMPACT -> threads[worker];
            case SCATTER ->
                    workers <= cores.length
                            ? spread(cores, worker, workers)
                            : nth(cores[worker % cores.length], worker / cores.length);
            case BALANCED ->
                    workers <= cores.length
                            ? spread(cores, worker, workers)
                            : threads[(int) ((long) worker * threads.length / workers)];
        };
    }

    private int spread(int[] cores, int worker, int workers) {
        return nth(cores[(2 * worker + 1) * cores.length / (2 * workers)], 0);
    }

    /** The domain's threads of a core in turn; of cores cut by the mask, any that is left. */
    private int nth(int core, int number) {
        int[] own = Arrays.stream(threads).filter(thread -> core(thread) == core).toArray();
        return own[number % own.length];
    }

    int core(int thread) {
        return thread / card.threadsPerCore();
    }

    /** The processor of this machine that stands for the core of a hardware thread. */
    int machineProcessor(int thread, int available) {
        return (int) ((long) core(thread) * available / card.cores());
    }
}
