package org.anabranch.conformance;

import org.anabranch.conformance.PlantedDevice.Bug;
import org.anabranch.conformance.PlantedDevice.Change;
import org.anabranch.conformance.PlantedDevice.Planted;
import org.anabranch.spi.DeviceException;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Bugs in single calls of an honest little device: they throw, block, interrupt or lie. */
final class CallBugs {
    private CallBugs() {}

    static List<Liar> all() {
        List<Liar> all = new ArrayList<>(BASICS);
        all.addAll(operations());
        all.addAll(OTHERS);
        return all;
    }

    static Bug hangingClose() {
        return new Bug("close", hanging());
    }

    private static Liar on(String call, String rule, String bug, String sentence, Change change) {
        return new Liar(rule, bug, sentence, new Planted(Liar.reference(3), new Bug(call, change)));
    }

    private static final String VENDOR = " threw java.lang.NullPointerException: vendor";
    private static final List<Liar> BASICS =
            List.of(
                    on("probe", "0.1", "probe throws", "probe" + VENDOR, throwing(npe())),
                    on(
                            "probe",
                            "0.1",
                            "probe sneaks a checked exception",
                            "probe threw java.io.IOException: vendor",
                            throwing(() -> new IOException("vendor"))),
                    on("probe", "0.1", "probe returns null", "probe returned null", honest -> null),
                    on(
                            "probe",
                            "0.1",
                            "probe lists null",
                            "probe lists null",
                            honest -> Arrays.asList((Object) null)),
                    on(
                            "probe",
                            "0.1",
                            "probe lists strings",
                            "probe lists a java.lang.String",
                            honest -> List.of("gpu:0")),
                    on("probe", "0.1", "probe hangs", "probe has not returned after", hanging()),
                    on(
                            "probe",
                            "0.1",
                            "probe leaves an interrupt",
                            "probe left the interrupt flag of its thread set",
                            interrupting()),
                    on("open", "0.2", "open throws", "open" + VENDOR, throwing(npe())),
                    on("open", "0.2", "open returns null", "open returned null", honest -> null),
                    on("open", "0.2", "open hangs", "open has not returned after", hanging()),
                    on(
                            "open",
                            "0.2",
                            "open is interrupted",
                            "open threw java.lang.InterruptedException: vendor",
                            throwing(() -> new InterruptedException("vendor"))),
                    on(
                            "open",
                            "0.2",
                            "open refuses",
                            "open threw org.anabranch.spi.DeviceException: vendor",
                            throwing(() -> new DeviceException("vendor"))),
                    on("close", "0.5", "close throws", "close" + VENDOR, throwing(npe())),
                    on("close", "0.5", "close hangs", "close has not returned after", hanging()),
                    on(
                            "close",
                            "0.5",
                            "close leaves an interrupt",
                            "close left the interrupt flag of its thread set",
                            interrupting()),
                    on("allocate", "0.3", "allocate throws", "allocate" + VENDOR, throwing(npe())),
                    on(
                            "allocate",
                            "0.3",
                            "allocate throws an error",
                            "allocate threw java.lang.UnsatisfiedLinkError: vendor",
                            throwing(() -> new UnsatisfiedLinkError("vendor"))),
                    on(
                            "allocate",
                            "0.3",
                            "allocate hangs",
                            "allocate has not returned after",
                            hanging()),
                    on("load", "0.3", "load throws", "load" + VENDOR, throwing(npe())),
                    on(
                            "load",
                            "0.3",
                            "load leaves an interrupt",
                            "load left the interrupt flag of its thread set",
                            interrupting()),
                    on("release", "0.3", "release throws", "release" + VENDOR, throwing(npe())),
                    on(
                            "release",
                            "0.3",
                            "release hangs",
                            "release has not returned after",
                            hanging()));

    private static List<Liar> operations() {
        return List.of(
                on(
                        "write",
                        "0.4",
                        "write throws",
                        "write threw java.lang.NullPointerException: vendor",
                        throwing(npe())),
                on("write", "0.4", "write does nothing", "a write never completed", h -> null),
                on(
                        "run",
                        "0.4",
                        "run does nothing",
                        "a kernel on a fresh device never completed",
                        honest -> null),
                on("run", "0.4", "run hangs", "run has not returned after", hanging()),
                on(
                        "read",
                        "0.4",
                        "read leaves an interrupt",
                        "read left the interrupt flag of its thread set",
                        interrupting()),
                on(
                        "copy",
                        "3.8",
                        "copy throws",
                        "copy threw java.lang.NullPointerException: vendor",
                        throwing(npe())));
    }

    private static final List<Liar> OTHERS =
            List.of(
                    on(
                            "stealPort",
                            "5.1",
                            "has null for a steal port",
                            "stealPort returned null",
                            honest -> null),
                    on(
                            "probe",
                            "1.1",
                            "lists a device twice",
                            "probe lists reference:0 twice",
                            honest -> {
                                List<?> once = (List<?>) honest.call();
                                return Stream.of(once, once).flatMap(List::stream).toList();
                            }),
                    on(
                            "allocate",
                            "3.1",
                            "allocate returns zero now and then",
                            "a handle is zero",
                            each(30, honest -> 0L)),
                    on(
                            "allocate",
                            "3.2",
                            "throws an error when memory is short",
                            "allocate threw java.lang.OutOfMemoryError",
                            refusing(OutOfMemoryError::new)),
                    on(
                            "load",
                            "3.4",
                            "refuses a kernel with another exception",
                            "load threw java.lang.IllegalArgumentException: no",
                            refusing(() -> new IllegalArgumentException("no"))),
                    on(
                            "release",
                            "3.5",
                            "does not free memory",
                            "rounds of allocating and releasing, 262144 bytes were refused",
                            honest -> null));

    private static Supplier<Throwable> npe() {
        return () -> new NullPointerException("vendor");
    }

    private static Change throwing(Supplier<Throwable> thrown) {
        return honest -> {
            throw thrown.get();
        };
    }

    /** Refuses what the honest device refuses, but with another exception. */
    private static Change refusing(Supplier<Throwable> thrown) {
        return honest -> {
            try {
                return honest.call();
            } catch (DeviceException refused) {
                throw thrown.get();
            }
        };
    }

    private static Change interrupting() {
        return honest -> {
            Object result = honest.call();
            Thread.currentThread().interrupt();
            return result;
        };
    }

    private static Change hanging() {
        CountDownLatch end = new CountDownLatch(1);
        return honest -> {
            EndLiars.atCleanUp(end::countDown);
            end.await();
            return honest.call();
        };
    }

    /** Changes each call whose number this divides. */
    private static Change each(int number, Change change) {
        AtomicInteger calls = new AtomicInteger();
        return honest ->
                calls.incrementAndGet() % number == 0 ? change.instead(honest) : honest.call();
    }
}
