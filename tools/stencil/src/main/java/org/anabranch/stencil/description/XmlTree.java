package org.anabranch.stencil.description;

import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;

import javax.xml.stream.Location;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * A reader of XML into elements with positions. It rejects document types, entities other than the
 * five of XML, and processing instructions, and limits depth, elements and text.
 */
final class XmlTree {
    private static final int DEEPEST = 8;
    private static final int MOST_ELEMENTS = 20_000;
    private static final int LONGEST_TEXT = 4096;

    private final String file;
    private final Deque<XmlElement> open = new ArrayDeque<>();
    private XmlElement root;
    private int elements;
    private int line = 1;
    private int column = 1;

    private XmlTree(String file) {
        this.file = file;
    }

    /**
     * Reads a document.
     *
     * @throws DescriptionException if it is not XML, or exceeds the limits
     */
    static XmlElement read(String file, InputStream source) {
        return new XmlTree(file).read(source);
    }

    private XmlElement read(InputStream source) {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_COALESCING, true);
        factory.setXMLResolver(
                (publicId, systemId, base, namespace) -> {
                    throw new XMLStreamException("external entities are not read");
                });
        try {
            XMLStreamReader reader = factory.createXMLStreamReader(source);
            try {
                while (reader.hasNext()) {
                    int event = reader.next();
                    take(reader, event);
                    note(reader.getLocation());
                    if (event == XMLStreamConstants.CHARACTERS && column > 1) {
                        column--; // the parser has consumed the bracket after the text
                    }
                }
            } finally {
                reader.close();
            }
        } catch (XMLStreamException broken) {
            if (broken.getLocation() != null) {
                note(broken.getLocation());
            }
            throw complaint("no well-formed XML: " + lastLine(broken.getMessage()), broken);
        } catch (DescriptionException known) {
            throw known;
        } catch (RuntimeException broken) {
            throw complaint("no readable XML: " + broken, broken); // bugs of the parser
        }
        return root;
    }

    private void note(Location location) {
        line = Math.max(1, location.getLineNumber());
        column = Math.max(1, location.getColumnNumber());
    }

    private DescriptionException complaint(String what, Throwable cause) {
        return new DescriptionException(file, line, column, what, cause);
    }

    /** Returns the last line of the JDK's message, which begins with a position of its own. */
    private static String lastLine(String message) {
        int at = message == null ? -1 : message.indexOf("Message: ");
        return at < 0 ? String.valueOf(message) : message.substring(at + 9).strip();
    }

    private void take(XMLStreamReader reader, int event) {
        switch (event) {
            case XMLStreamConstants.START_ELEMENT -> start(reader);
            case XMLStreamConstants.END_ELEMENT -> open.pop();
            case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> text(reader.getText());
            case XMLStreamConstants.SPACE,
                    XMLStreamConstants.COMMENT,
                    XMLStreamConstants.START_DOCUMENT,
                    XMLStreamConstants.END_DOCUMENT -> {}
            case XMLStreamConstants.DTD -> throw complaint("a document type is not allowed", null);
            default -> throw complaint("entities and instructions are not allowed", null);
        }
    }

    private void start(XMLStreamReader reader) {
        if (++elements > MOST_ELEMENTS || open.size() == DEEPEST) {
            throw complaint(
                    "more than " + MOST_ELEMENTS + " elements, or deeper than " + DEEPEST, null);
        }
        Map<String, String> attributes = new LinkedHashMap<>();
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            attributes.put(reader.getAttributeName(i).toString(), reader.getAttributeValue(i));
        }
        String name = reader.getName().toString();
        XmlElement element = new XmlElement(file, name, line, column, attributes);
        if (open.isEmpty()) {
            root = element;
        } else {
            open.peek().children.add(element);
        }
        open.push(element);
    }

    private void text(String text) {
        if (open.isEmpty()) {
            return;
        }
        StringBuilder all = open.peek().text;
        if (all.length() + text.length() > LONGEST_TEXT && !text.isBlank()) {
            throw complaint("more than " + LONGEST_TEXT + " characters", null);
        }
        if (!text.isBlank()) {
            all.append(text);
        }
    }
}
