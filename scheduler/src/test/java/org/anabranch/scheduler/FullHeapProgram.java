package org.anabranch.scheduler;

import static org.anabranch.faulty.HeapFiller.require;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import org.anabranch.api.Buffer;
import org.anabranch.api.Event;
import org.anabranch.api.Finish;
import org.anabranch.api.Kernel;
import org.anabranch.api.Loop;
import org.anabranch.api.Parameter;
import org.anabranch.api.Stream;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A program whose tasks and kernels fill the heap and keep what they have, until the program lets
 * go. Ends with status 0 if every event came, every scope closed, and all workers are alive.
 */
final class FullHeapProgram {
    private static final Duration LONG = Duration.ofSeconds(30);

    private static volatile Node head;
    private static volatile boolean stop;
    private static volatile boolean go;

    private FullHeapProgram() {}

    /** Something of which there is room for many. */
    private static final class Node {
        private final byte[] bytes = new byte[16];
        private final Node next = head;

        static void keepOneMore() {
            Node node = new Node();
            node.bytes[0] = (byte) (node.next == null ? 1 : 2);
            head = node;
        }
    }

    public static void main(String[] args) throws Exception {
        Engine engine = Engine.start(EngineSettings.defaults().withWorkers(3));
        BundlePlatform platform = engine.platform("full heap");
        Buffer b = platform.buffer(JAVA_INT, 1024);
        Finish finish = platform.finish();
        List<Stream> streams = new ArrayList<>();
        List<Event> events = new ArrayList<>(200);
        enqueue(platform, b, finish, streams, events);
        byte[] reserve = new byte[4 << 20];
        go = true;
        Thread.sleep(Long.getLong("full.millis", 4000));
        stop = true;
        head = null;
        reserve[0] = 1;
        reserve = null;
        System.gc();
        for (Event event : events) {
            require(event.await(LONG), "an event never came: " + event);
        }
        closeAll(finish, streams);
        try (Finish after = platform.finish()) {
            require(after.call(() -> 42).get() == 42, "a healthy task");
        }
        require(workers() == 3, "workers alive: " + workers());
        engine.close();
        System.out.println(Arrays.toString(events.stream().map(Event::state).toArray()));
        System.exit(0);
    }

    private static void enqueue(
            BundlePlatform platform,
            Buffer b,
            Finish finish,
            List<Stream> streams,
            List<Event> events) {
        Kernel greedy =
                Kernel.of("greedy", Parameter.inOut("b")).java((piece, arguments) -> devour());
        for (int i = 0; i < 20; i++) {
            events.add(
                    finish.call(
                            () -> {
                                devour();
                                return 1;
                            }));
            events.add(finish.async(List.of(events.getLast()), FullHeapProgram::devour));
            finish.async(FullHeapProgram::devour);
            finish.forasync(Loop.of(0, 4), index -> devour());
            finish.async(
                    () -> {
                        try (Finish inner = platform.finish()) {
                            inner.async(FullHeapProgram::devour);
                            devour();
                        }
                    });
            Stream stream = platform.host().stream();
            streams.add(stream);
            events.add(stream.run(greedy, b.elements(i * 32L, 32).inOut()));
            events.add(stream.run(greedy, b.elements(i * 32L, 32).inOut()));
            events.add(stream.run(greedy, Loop.of(0, 8), b.elements(i * 32L, 32).inOut()));
        }
    }

    private static void devour() {
        while (!go) {
            Thread.onSpinWait();
        }
        while (!stop) {
            Node.keepOneMore();
        }
    }

    private static void closeAll(Finish finish, List<Stream> streams) {
        try {
            finish.close();
        } catch (RuntimeException | OutOfMemoryError failed) {
            System.out.println(failed.getClass());
        }
        for (Stream stream : streams) {
            try {
                stream.close();
            } catch (RuntimeException | OutOfMemoryError failed) {
                continue;
            }
        }
    }

    private static long workers() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("anabranch-worker"))
                .count();
    }
}
