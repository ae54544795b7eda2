package org.anabranch.shell.settings;

import org.anabranch.spi.support.PartSettings;
import org.anabranch.spi.support.Setting;
import org.osgi.framework.BundleContext;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A setting and its value.
 *
 * @param part that has the setting
 * @param setting its description
 * @param value the set value, or the default
 * @param from the name of the property that sets it, {@code configuration}, or {@code default}
 */
record Row(Part part, Setting setting, Object value, String from) {
    private static final String CONFIGURATION = "configuration";
    private static final String DEFAULT = "default";

    static Row of(BundleContext context, Part part, Setting setting) {
        String name = part.property(setting);
        String property = context.getProperty(name);
        if (property != null) {
            return new Row(part, setting, property, name);
        }
        Object configured =
                Configurations.present(context)
                        ? Configurations.value(context, part.pid(), setting.key())
                        : null;
        return configured != null
                ? new Row(part, setting, configured, CONFIGURATION)
                : new Row(part, setting, setting.usual(), DEFAULT);
    }

    /** {@return true if it has its default} */
    boolean isDefault() {
        return from.equals(DEFAULT);
    }

    /** {@return true if a property sets it, so that the configuration is ignored} */
    boolean isProperty() {
        return !from.equals(CONFIGURATION) && !from.equals(DEFAULT);
    }

    private boolean refused() {
        return setting.read(value) == null;
    }

    /** {@return the value that is set, or what holds since the part has refused that} */
    Object holds() {
        return refused()
                ? PartSettings.holding(part.pid()).getOrDefault(setting.key(), setting.usual())
                : value;
    }

    /** {@return the value in effect, and a value that was refused} */
    String shown() {
        return refused() ? holds() + " (refused: " + value + ")" : value.toString();
    }

    /** {@return {@code live} if a change takes effect immediately, else {@code restart}} */
    String change() {
        return setting.live() ? "live" : "restart";
    }

    Map<String, Object> json() {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("pid", part.pid());
        row.put("key", setting.key());
        row.put("value", value.toString());
        row.put("refused", refused());
        row.put("from", from);
        row.put("holds", holds().toString());
        row.put("default", setting.usual());
        row.put("unit", setting.unit());
        row.put("range", setting.range());
        row.put("change", change());
        row.put("meaning", setting.says());
        return row;
    }

    /** {@return a line of the documentation's table} */
    String line() {
        return "| `%s` | %s | %s | %s | %s | %s |\n"
                .formatted(
                        setting.key(),
                        setting.says(),
                        setting.usual().isEmpty() ? "" : "`" + setting.usual() + "`",
                        setting.unit(),
                        setting.range(),
                        change());
    }
}
