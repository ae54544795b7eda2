package org.anabranch.spi.support;

import java.lang.System.Logger.Level;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The settings of one part: an annotation type with Metatype's annotations, which give the ranges.
 * The property {@code anabranch.<part>.<key>} of the framework or the virtual machine takes
 * precedence over the configuration with the PID {@code org.anabranch.<part>}; settings in neither
 * have their defaults.
 *
 * <p>A value of a wrong type or out of range is rejected with one log line that names PID, key,
 * value and range, and the previous value stays. So one object should live as long as the part,
 * restarts included: as a constant of its class. Thread-safe.
 *
 * @param <A> the annotation type
 */
public final class PartSettings<A extends Annotation> {
    private static final String PREFIX = "anabranch.";

    /** Keys of the framework, of File Install and of the conformance kit. */
    private static final Pattern FOREIGN =
            Pattern.compile(
                    "\\.|(service|component|felix|osgi|conformance)\\.|.*\\.(target|minimum)$");

    /** The values that each part took when it last read its settings: by PID, then by key. */
    private static final Map<String, Map<String, Object>> HOLDING = new ConcurrentHashMap<>();

    private final Class<A> type;
    private final String part;
    private final Set<String> besides;
    private final Map<Method, Setting> settings;
    private final Map<String, Map<String, Object>> held = new HashMap<>(); // guarded by itself

    /**
     * Reads the annotation type.
     *
     * @param type an annotation type whose methods have defaults
     * @param part such as {@code scheduler}
     * @param besides last words of properties of the part that are no settings
     */
    public PartSettings(Class<A> type, String part, String... besides) {
        this.type = type;
        this.part = part;
        this.besides = Set.of(besides);
        this.settings = SettingTypes.of(type);
    }

    /**
     * Reads the configuration.
     *
     * @param configured by key, as Configuration Admin or DS gives it
     * @param properties returns a property by name, or null: {@code System::getProperty}, or in a
     *     framework {@code context::getProperty}
     * @return the values in force
     */
    public A read(Map<String, ?> configured, UnaryOperator<String> properties) {
        return read(configured, properties, values -> {});
    }

    /**
     * Reads the configuration, and rejects inconsistent values.
     *
     * @param configured by key, as Configuration Admin or DS gives it
     * @param properties returns a property by name, or null
     * @param check throws an {@code IllegalArgumentException} if values are inconsistent; then all
     *     previous values stay
     * @return the values in force
     */
    public A read(Map<String, ?> configured, UnaryOperator<String> properties, Consumer<A> check) {
        Object pid = configured.get("service.pid");
        synchronized (held) {
            Map<String, Object> before = held.getOrDefault(String.valueOf(pid), Map.of());
            Map<String, Object> values = new HashMap<>();
            settings.forEach(
                    (method, setting) ->
                            values.put(
                                    method.getName(),
                                    value(
                                            setting,
                                            configured,
                                            properties,
                                            before.getOrDefault(
                                                    method.getName(), method.getDefaultValue()))));
            refuseOthers(configured);
            refuseProperties();
            try {
                check.accept(view(values));
            } catch (IllegalArgumentException wrong) {
                warn(pid() + ": " + wrong.getMessage() + "; what held before stays");
                values.putAll(before);
                settings.keySet().stream()
                        .filter(one -> !before.containsKey(one.getName()))
                        .forEach(one -> values.put(one.getName(), one.getDefaultValue()));
            }
            held.put(String.valueOf(pid), values);
            tell(values);
            return view(values);
        }
    }

    private void tell(Map<String, Object> values) {
        Map<String, Object> told = new TreeMap<>();
        settings.forEach(
                (method, setting) -> told.put(setting.key(), values.get(method.getName())));
        HOLDING.put(pid(), Map.copyOf(told));
    }

    /**
     * Returns the values that a part took when it last read its settings, for tools that list them.
     * If a value was rejected, this is the previous one.
     *
     * @param pid such as {@code org.anabranch.scheduler}
     * @return by key; empty if the part has read none
     */
    public static Map<String, Object> holding(String pid) {
        return HOLDING.getOrDefault(pid, Map.of());
    }

    private Object value(
            Setting setting,
            Map<String, ?> configured,
            UnaryOperator<String> properties,
            Object before) {
        String name = PREFIX + part + "." + setting.key();
        String property = properties.apply(name);
        Object given = property != null ? property : configured.get(setting.key());
        if (given == null) {
            return setting.read(setting.usual());
        }
        Object taken = setting.read(given);
        if (taken != null) {
            return taken;
        }
        String where = property != null ? "property " + name : pid() + ": " + setting.key();
        warn(refusal(where, given, setting) + "; " + before + " stays");
        return before;
    }

    private static String refusal(String where, Object given, Setting setting) {
        return where + " = " + given + " is refused: it must be " + setting.range();
    }

    /** Logs unknown keys. */
    private void refuseOthers(Map<String, ?> configured) {
        String others =
                configured.keySet().stream()
                        .filter(key -> !keys().contains(key) && !FOREIGN.matcher(key).lookingAt())
                        .sorted()
                        .collect(Collectors.joining(", "));
        if (!others.isEmpty()) {
            warn(unknown(others));
        }
    }

    /**
     * Logs system properties that name no setting of this part; the properties of a framework
     * cannot be listed.
     */
    private void refuseProperties() {
        String start = PREFIX + part + ".";
        System.getProperties().stringPropertyNames().stream()
                .filter(name -> name.startsWith(start))
                .map(name -> name.substring(start.length()))
                .filter(key -> !keys().contains(key) && !besides.contains(key))
                .sorted()
                .forEach(key -> warn("property " + start + key + ": " + unknown(key)));
    }

    private String unknown(String others) {
        return pid() + ": there is no setting " + others + "; there are " + keys();
    }

    private String pid() {
        return "org." + PREFIX + part;
    }

    private Set<String> keys() {
        return settings.values().stream()
                .map(Setting::key)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * Returns the defaults, except for the given values; for programs without a framework. Ignores
     * properties.
     *
     * @param given by key
     * @return the settings
     * @throws IllegalArgumentException if a key is unknown or a value is rejected; the message says
     *     why
     */
    public A of(Map<String, ?> given) {
        Map<String, Object> rest = new HashMap<>(given);
        Map<String, Object> values = new HashMap<>();
        settings.forEach(
                (method, setting) -> {
                    Object one = rest.remove(setting.key());
                    Object taken = setting.read(one == null ? setting.usual() : one);
                    if (taken == null) {
                        throw new IllegalArgumentException(
                                refusal(pid() + ": " + setting.key(), one, setting));
                    }
                    values.put(method.getName(), taken);
                });
        if (!rest.isEmpty()) {
            throw new IllegalArgumentException(unknown(String.join(", ", rest.keySet())));
        }
        return view(values);
    }

    private A view(Map<String, Object> values) {
        return type.cast(
                Proxy.newProxyInstance(
                        type.getClassLoader(),
                        new Class<?>[] {type},
                        (proxy, method, arguments) ->
                                switch (method.getName()) {
                                    case "annotationType" -> type;
                                    case "equals" -> proxy == arguments[0];
                                    case "hashCode" -> System.identityHashCode(proxy);
                                    case "toString" -> type.getName() + values;
                                    default -> values.get(method.getName());
                                }));
    }

    private void warn(String line) {
        BackendLog.say(pid(), Level.WARNING, line, null);
    }
}
