package org.anabranch.shell;

import org.apache.felix.service.command.Converter;
import org.osgi.service.component.annotations.Component;

/** Has Gogo print a {@link Listing} as its table. */
@Component(
        immediate = true,
        property = Converter.CONVERTER_CLASSES + "=org.anabranch.shell.Listing")
public final class ListingFormat implements Converter {

    @Override
    public Object convert(Class<?> type, Object from) {
        return from instanceof Listing<?> && type == String.class ? from.toString() : null;
    }

    @Override
    public CharSequence format(Object target, int level, Converter escape) {
        return target instanceof Listing<?> ? target.toString().stripTrailing() : null;
    }
}
