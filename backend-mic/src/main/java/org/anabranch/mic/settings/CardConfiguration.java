package org.anabranch.mic.settings;

import org.anabranch.api.KernelCode;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.ProcessorMask;
import org.anabranch.mic.link.CardProperties;
import org.anabranch.mic.link.CardProperties.Affinity;
import org.anabranch.mic.link.Window;
import org.anabranch.spi.DeviceInfo;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** The settings, checked, and what follows from them. */
public record CardConfiguration(MicSettings settings) {

    /**
     * Checks.
     *
     * @throws IllegalArgumentException if a setting is out of bounds; names it
     */
    public CardConfiguration {
        check("cards", settings.cards(), 0, 64);
        check("first", settings.first(), 0, 1 << 20);
        check("cores", settings.cores(), 1, 1024);
        check("threadsPerCore", settings.threadsPerCore(), 1, 8);
        check("avoidFirst", settings.avoidFirst(), 0, 64);
        check("avoidLast", settings.avoidLast(), 0, 64);
        check("usable threads", usable(settings), 1, 1 << 13);
        check("memory", settings.memory(), 1, 1L << 50);
        check("highBandwidthMemory", settings.highBandwidthMemory(), 0, 1L << 50);
        check("lanes", settings.lanes(), 1, 256);
        check("window", settings.window(), Window.GRAIN, 1L << 50);
        check("window modulo 2 MiB", settings.window() % Window.GRAIN, 0, 0);
        check("bandwidth", settings.bandwidth(), 0, 1L << 50);
        check("latency", settings.latency(), 0, 1_000_000_000L);
        check("speed", settings.speed(), 1, 100);
        check("beat", settings.beat(), 1, 60_000);
        check("patience", settings.patience(), 2 * settings.beat(), 3_600_000);
        check("startDeadline", settings.startDeadline(), 1, 3_600_000);
        check("closeDeadline", settings.closeDeadline(), 1, 3_600_000);
        affinity(settings);
        if (!settings.remote().isEmpty() && settings.cards() > 1) {
            throw new IllegalArgumentException(
                    "org.anabranch.mic: a remote card has a configuration of its own, with"
                            + " cards=1");
        }
    }

    private static void check(String name, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    "org.anabranch.mic: %s must be from %s to %s, not %s"
                            .formatted(name, least, most, value));
        }
    }

    /** What is configured, but for what a system property {@code anabranch.mic.<name>} says. */
    public static CardConfiguration configured(MicSettings configured) {
        Map<String, Object> values = new HashMap<>();
        for (Method setting : MicSettings.class.getDeclaredMethods()) {
            String property = System.getProperty("anabranch.mic." + setting.getName());
            try {
                values.put(
                        setting.getName(),
                        property == null
                                ? setting.invoke(configured)
                                : parsed(setting.getReturnType(), property));
            } catch (IllegalArgumentException wrong) {
                throw new IllegalArgumentException(
                        String.format(
                                "anabranch.mic.%s is no %s: %s",
                                setting.getName(), setting.getReturnType().getName(), property),
                        wrong);
            } catch (ReflectiveOperationException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
        return of(values);
    }

    private static Object parsed(Class<?> type, String text) {
        return switch (type.getName()) {
            case "int" -> Integer.valueOf(text);
            case "long" -> Long.valueOf(text);
            case "boolean" -> truth(text);
            default -> text;
        };
    }

    private static boolean truth(String text) {
        if (!text.equalsIgnoreCase("true") && !text.equalsIgnoreCase("false")) {
            throw new IllegalArgumentException("neither true nor false");
        }
        return Boolean.parseBoolean(text);
    }

    /** Defaults, but for what is given by name; for programs without a framework. */
    public static CardConfiguration of(Map<String, ?> given) {
        Map<String, Object> rest = new HashMap<>(given);
        Map<String, Object> values = new HashMap<>();
        for (Method setting : MicSettings.class.getDeclaredMethods()) {
            Object value = rest.remove(setting.getName());
            values.put(setting.getName(), value == null ? setting.getDefaultValue() : value);
        }
        if (!rest.isEmpty()) {
            throw new IllegalArgumentException(
                    "org.anabranch.mic has no settings " + rest.keySet());
        }
        return new CardConfiguration(
                (MicSettings)
                        Proxy.newProxyInstance(
                                MicSettings.class.getClassLoader(),
                                new Class<?>[] {MicSettings.class, Annotation.class},
                                (proxy, method, arguments) -> values.get(method.getName())));
    }

    private static int usable(MicSettings settings) {
        return settings.cores() * settings.threadsPerCore()
                - settings.avoidFirst()
                - settings.avoidLast();
    }

    private static Affinity affinity(MicSettings settings) {
        try {
            return Affinity.valueOf(settings.affinity().toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException unknown) {
            throw new IllegalArgumentException(
                    "org.anabranch.mic: affinity must be none, compact, scatter or balanced, not "
                            + settings.affinity(),
                    unknown);
        }
    }

    /** Whether workers are bound to processors of the machine. */
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
