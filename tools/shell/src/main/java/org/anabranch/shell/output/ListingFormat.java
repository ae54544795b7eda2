package org.anabranch.shell.output;

import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Converter;
import org.osgi.service.component.annotations.Component;

/** Has Gogo print a {@link Listing} as its table. */
@Component(
        immediate = true,
        property = Converter.CONVERTER_CLASSES + "=org.anabranch.shell.output.Listing")
public final class ListingFormat implements Converter {

    @Override
    public Object convert(Class<?> type, Object from) {
        return from instanceof Listing<?> && type == String.class ? from.toString() : null;
    }

    @Override
    public CharSequence format(Object target, int level, Converter escape) {
        if (!(target instanceof Listing<?> listing)) {
            return null;
        }
        boolean known = escape instanceof CommandSession; // Gogo gives its session
        int columns = known ? Screen.of((CommandSession) escape).table() : Integer.MAX_VALUE;
        return listing.text(columns).stripTrailing();
    }
}
