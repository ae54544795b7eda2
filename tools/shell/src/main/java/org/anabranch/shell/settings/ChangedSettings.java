package org.anabranch.shell.settings;

import org.anabranch.spi.support.Setting;
import org.osgi.framework.BundleContext;

import java.util.LinkedHashMap;
import java.util.Map;

/** The settings that are not as they are by default. */
public final class ChangedSettings {
    private ChangedSettings() {}

    /** {@return their values, by part and key} */
    public static Map<String, String> of(BundleContext context) {
        Map<String, String> changed = new LinkedHashMap<>();
        for (Part part : Part.of(context)) {
            for (Setting setting : part.settings()) {
                Row row = Row.of(context, part, setting);
                if (!row.isDefault()) {
                    changed.put(part.pid() + " " + setting.key(), row.shown());
                }
            }
        }
        return changed;
    }
}
