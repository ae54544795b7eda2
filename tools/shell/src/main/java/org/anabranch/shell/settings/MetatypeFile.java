package org.anabranch.shell.settings;

import org.anabranch.spi.support.Setting;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.ArrayList;
import java.util.List;

import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * A reader of a bundle's descriptions of settings, in Metatype's XML. Not through its service,
 * which does not tell a range.
 */
final class MetatypeFile {
    private final List<Part> parts = new ArrayList<>();
    private final List<Setting> settings = new ArrayList<>();
    private final List<String> choices = new ArrayList<>();
    private String key = "";
    private String type = "";
    private String usual = "";
    private String least = "";
    private String most = "";
    private String description = "";

    private MetatypeFile() {}

    /** {@return the parts that a file describes; none if it cannot be read} */
    static List<Part> parts(URL file) {
        MetatypeFile reader = new MetatypeFile();
        XMLInputFactory factory = XMLInputFactory.newInstance();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        try (InputStream text = file.openStream()) {
            XMLStreamReader xml = factory.createXMLStreamReader(text);
            while (xml.hasNext()) {
                int event = xml.next();
                if (event == XMLStreamConstants.START_ELEMENT) {
                    reader.begin(xml);
                } else if (event == XMLStreamConstants.END_ELEMENT) {
                    reader.end(xml.getLocalName());
                }
            }
            return reader.parts;
        } catch (IOException | XMLStreamException | NumberFormatException unreadable) {
            return List.of();
        }
    }

    private void begin(XMLStreamReader xml) {
        switch (xml.getLocalName()) {
            case "OCD" -> settings.clear();
            case "AD" -> {
                choices.clear();
                key = attribute(xml, "id");
                type = attribute(xml, "type");
                usual = attribute(xml, "default");
                least = attribute(xml, "min");
                most = attribute(xml, "max");
                description = attribute(xml, "description");
            }
            case "Option" -> choices.add(attribute(xml, "value"));
            case "Designate" -> {
                String pid = attribute(xml, "pid");
                parts.add(
                        new Part(
                                pid.isEmpty() ? attribute(xml, "factoryPid") : pid,
                                List.copyOf(settings)));
            }
            default -> {}
        }
    }

    private static String attribute(XMLStreamReader xml, String name) {
        String value = xml.getAttributeValue(null, name);
        return value == null ? "" : value;
    }

    private void end(String element) {
        if (element.equals("AD")) {
            settings.add(
                    Setting.described(
                            key, Setting.Kind.of(type), usual, least, most, choices, description));
        }
    }
}
