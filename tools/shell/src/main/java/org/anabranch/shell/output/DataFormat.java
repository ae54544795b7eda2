package org.anabranch.shell.output;

import org.anabranch.spi.support.Json;
import org.apache.felix.service.command.Converter;
import org.osgi.service.component.annotations.Component;

import java.util.Arrays;
import java.util.Map;

/**
 * Has Gogo print plain data that a command of any bundle returns as one line of JSON: a map with
 * texts as keys, or an array of such maps. So a bundle offers {@code --json} without writing JSON.
 */
@Component(immediate = true, property = Converter.CONVERTER_CLASSES + "=java.util.Map")
public final class DataFormat implements Converter {

    @Override
    public Object convert(Class<?> type, Object from) {
        return null; // it is not asked to read what it writes
    }

    @Override
    public CharSequence format(Object target, int level, Converter escape) {
        boolean data =
                target instanceof Map<?, ?>[] list
                        ? Arrays.stream(list).allMatch(DataFormat::isObject)
                        : isObject(target);
        return data ? Json.of(target) : null;
    }

    private static boolean isObject(Object value) {
        return value instanceof Map<?, ?> map
                && map.keySet().stream().allMatch(String.class::isInstance);
    }
}
