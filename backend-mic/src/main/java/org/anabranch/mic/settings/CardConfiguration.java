package org.anabranch.mic.settings;

import org.anabranch.api.KernelCode;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.ProcessorMask;
import org.anabranch.mic.link.CardProperties;
import org.anabranch.mic.link.CardProperties.Affinity;
import org.anabranch.mic.link.Window;
import org.anabranch.spi.DeviceInfo;
import org.anabranch.spi.support.PartSettings;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** The settings, checked, and what follows from them. */
public record CardConfiguration(MicSettings settings) {
    private static final int MOST_THREADS = 1 << 13;

    private static final PartSettings<MicSettings> SETTINGS =
            new PartSettings<>(MicSettings.class, "mic");

    /**
     * Checks what goes together; the ranges are those of {@link MicSettings}.
     *
     * @throws IllegalArgumentException if two settings do not; names them
     */
    public CardConfiguration {
        check(usable(settings) >= 1, "avoidFirst and avoidLast leave no thread of the cores");
        check(
                usable(settings) <= MOST_THREADS,
                "cores have more than " + MOST_THREADS + " threads");
        check(settings.window() % Window.GRAIN == 0, "window must be a multiple of 2 MiB");
        check(settings.patience() >= 2 * settings.beat(), "patience must be at least two beats");
        check(
                settings.remote().isEmpty() || settings.cards() <= 1,
                "a remote card has a configuration of its own, with cards=1");
    }

    private static void check(boolean holds, String sentence) {
        if (!holds) {
            throw new IllegalArgumentException(sentence);
        }
    }

    /**
     * Returns the configuration, with the previous values in place of rejected ones.
     *
     * @param configured by name
     * @param properties returns a property by name, or null; it takes precedence
     */
    public static CardConfiguration configured(
            Map<String, ?> configured, UnaryOperator<String> properties) {
        return new CardConfiguration(SETTINGS.read(configured, properties, CardConfiguration::new));
    }

    /**
     * Defaults, but for what is given by name; for programs without a framework.
     *
     * @throws IllegalArgumentException if one is unknown, out of bounds, or does not go together
     *     with another
     */
    public static CardConfiguration of(Map<String, ?> given) {
        return new CardConfiguration(SETTINGS.of(given));
    }

    private static int usable(MicSettings settings) {
        return settings.cores() * settings.threadsPerCore()
                - settings.avoidFirst()
                - settings.avoidLast();
    }

    private static Affinity affinity(MicSettings settings) {
        return Affinity.valueOf(settings.affinity().toUpperCase(Locale.ROOT));
    }

    /** Returns true if workers are bound to processors of the machine. */
    public boolean bound() {
        return affinity(settings) != Affinity.NONE;
    }

    public Duration patience() {
        return Duration.ofMillis(settings.patience());
    }

    public CardProperties properties(String id) {
        return new CardProperties(
                id,
                settings.cores(),
                settings.threadsPerCore(),
                settings.avoidFirst(),
                settings.avoidLast(),
                affinity(settings),
                settings.pool(),
                settings.bandwidth(),
                settings.latency(),
                settings.speed(),
                settings.beat(),
                settings.patience());
    }

    public Map<MemoryKind, Long> memory() {
        return settings.highBandwidthMemory() == 0
                ? Map.of(MemoryKind.NORMAL, settings.memory())
                : Map.of(
                        MemoryKind.NORMAL,
                        settings.memory(),
                        MemoryKind.HIGH_BANDWIDTH,
                        settings.highBandwidthMemory());
    }

    /** A processor of the device is a hardware thread that may be used, in their order. */
    public DeviceInfo info(int number) {
        int threads = settings.cores() * settings.threadsPerCore();
        ProcessorMask avoid =
                ProcessorMask.of(
                        IntStream.range(0, threads)
                                .filter(
                                        thread ->
                                                thread < settings.avoidFirst()
                                                        || thread >= threads - settings.avoidLast())
                                .toArray());
        return new DeviceInfo(
                "mic:" + number,
                usable(settings),
                settings.lanes(),
                memory(),
                Set.of(KernelCode.JAVA, KernelCode.NATIVE),
                true,
                true,
                Map.of(
                        "made of",
                        settings.remote().isEmpty()
                                ? "a process of its own"
                                : "a process at " + settings.remote(),
                        "cores",
                        settings.cores() + " of " + settings.threadsPerCore() + " threads",
                        "avoided threads",
                        avoid.toString(),
                        "affinity",
                        settings.affinity()));
    }
}
