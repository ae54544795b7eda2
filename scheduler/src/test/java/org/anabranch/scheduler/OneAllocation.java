package org.anabranch.scheduler;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Event;
import org.anabranch.api.Finish;
import org.anabranch.api.Loop;
import org.anabranch.api.Mapping;
import org.anabranch.api.Stream;
import org.anabranch.faulty.AllocationFaults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;

/**
 * Small programs, each run again and again while an allocation fails, each time in another place.
 * Whatever the program was given an event of ends, scopes and streams close, and what comes later
 * is well.
 */
final class OneAllocation implements Callable<List<String>> {
    private static final int MOST = 4000;
    private static final int FEWEST = 30;
    private static final int TIMES = 2;
    private static final Duration LONG = Duration.ofSeconds(60);

    private final List<String> wrong = new ArrayList<>();
    private House house;
    private List<Domain> domains;
    private Buffer b;

    @Override
    public List<String> call() {
        all("streams", this::streams);
        all("tasks", this::tasks);
        all("loops", this::loops);
        all("unbound", this::unbound);
        return wrong;
    }

    private void all(String name, Runnable program) {
        AllocationFaults.forget();
        begin();
        program.run(); // whatever is linked once, is
        int count = 0;
        boolean goesOn = true;
        for (int n = 0; goesOn && n < MOST; n++) {
            String ended = end(program);
            String place = AllocationFaults.end();
            goesOn = place != null;
            count += goesOn ? 1 : 0;
            if (ended == null && !isWell()) {
                ended =
                        "no task runs any more, or these workers: "
                                + house.engine.monitor().workers();
            }
            if (ended != null) {
                wrong.add(name + " (" + place + "): " + ended);
                begin();
            }
        }
        if (count < FEWEST) {
            wrong.add(name + ": only " + count + " allocations failed");
        }
        if (goesOn) {
            wrong.add(name + " never ends");
        }
        house.close();
    }

    /** Runs it while an allocation fails; what is wrong, or null. */
    private static String end(Runnable program) {
        String[] ended = {"it never ends"};
        Thread runner =
                new Thread(
                        () -> {
                            try {
                                program.run();
                                ended[0] = null;
                            } catch (Throwable broken) {
                                ended[0] = broken.toString();
                            }
                        });
        AllocationFaults.failOne(TIMES);
        runner.setDaemon(true);
        runner.start();
        try {
            runner.join(2 * LONG.toMillis());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        return ended[0];
    }

    private void begin() {
        house = House.devices(1);
        domains = List.of(house.host0(), house.device(0));
        b = house.platform.buffer(JAVA_LONG, 64);
    }

    /** A compensation worker may still be about to end. */
    private boolean isWell() {
        try (Finish finish = house.platform.finish()) {
            if (finish.call(() -> 42).get() != 42) {
                return false;
            }
        }
        long start = System.nanoTime();
        while (house.engine.monitor().workers().size() != 3) {
            if (System.nanoTime() - start > LONG.toNanos()) {
                return false;
            }
            House.pause(1);
        }
        return true;
    }

    /** What was told to have no memory was not begun. */
    private static void tell(Runnable step) {
        try {
            step.run();
        } catch (OutOfMemoryError | AnabranchException told) {
            return;
        }
    }

    private static void until(Object what, BooleanSupplier condition) {
        long begin = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - begin > LONG.toNanos()) {
                throw new IllegalStateException("it never came: " + what);
            }
            Thread.onSpinWait();
        }
    }

    private static void settled(List<Event> events) {
        for (Event event : events) {
            until(event, event::isSettled);
        }
    }

    /** Closes for sure: without memory to begin with it says so, and is asked again. */
    private static void close(Runnable close) {
        for (int i = 0; i < 3; i++) {
            try {
                close.run();
                return;
            } catch (AnabranchException told) {
                return;
            } catch (OutOfMemoryError full) {
                continue;
            }
        }
        throw new IllegalStateException("it does not close");
    }

    private void streams() {
        List<Event> events = new ArrayList<>();
        for (Domain domain : domains) {
            Stream[] made = new Stream[1];
            tell(() -> made[0] = domain.stream());
            Stream stream = made[0];
            if (stream == null) {
                continue;
            }
            tell(() -> events.add(stream.run(Kernels.ADD, b.elements(0, 32).inOut(), one())));
            tell(() -> events.add(stream.run(Kernels.FILL, b.elements(16, 32).out(), one())));
            tell(() -> events.add(stream.run(Kernels.FAIL, b.elements(60, 4).inOut())));
            tell(() -> events.add(stream.run(Kernels.LOOK, Loop.of(0, 8), b.all().in())));
            tell(() -> events.add(stream.barrier()));
            tell(() -> events.add(stream.copy(b.elements(0, 8), b.elements(8, 8))));
            tell(() -> events.add(stream.mark()));
            settled(events);
            close(stream::close);
        }
    }

    private static Argument one() {
        return Argument.of(1L);
    }

    private void tasks() {
        List<Event> events = new ArrayList<>();
        Finish[] made = new Finish[1];
        tell(() -> made[0] = house.platform.finish());
        Finish finish = made[0];
        if (finish == null) {
            return;
        }
        tell(() -> events.add(finish.call(() -> 1)));
        tell(() -> events.add(finish.async(List.copyOf(events), () -> {})));
        tell(
                () ->
                        finish.async(
                                () -> {
                                    try (Finish inner = house.platform.finish()) {
                                        inner.async(() -> {});
                                        inner.async(() -> inner.async(() -> {}));
                                        inner.call(() -> 3).get();
                                    }
                                }));
        tell(() -> events.add(finish.async("named", () -> {})));
        tell(
                () ->
                        finish.async(
                                () -> {
                                    throw new IllegalStateException("as planned");
                                }));
        settled(events);
        close(finish::close);
    }

    private void loops() {
        List<Event> events = new ArrayList<>();
        Finish[] made = new Finish[1];
        tell(() -> made[0] = house.platform.finish());
        Finish finish = made[0];
        if (finish == null) {
            return;
        }
        Loop loop = Loop.of(0, 64).tile(8);
        tell(() -> finish.forasync(loop, i -> {}));
        tell(() -> finish.forasync(loop.chunked(), i -> {}));
        tell(() -> events.add(finish.forasync(loop, Kernels.FILL, b.out(Mapping.each()), one())));
        tell(() -> events.add(finish.async(Kernels.ADD, b.elements(0, 8).inOut(), one())));
        settled(events);
        close(finish::close);
    }

    private void unbound() {
        List<Event> events = new ArrayList<>();
        Stream[] made = new Stream[1];
        tell(() -> made[0] = house.platform.stream());
        Stream stream = made[0];
        if (stream == null) {
            return;
        }
        for (int i = 0; i < 3; i++) {
            int at = i;
            tell(() -> events.add(stream.run(Kernels.ADD, b.elements(8L * at, 16).inOut(), one())));
        }
        settled(events);
        close(stream::close);
    }
}
