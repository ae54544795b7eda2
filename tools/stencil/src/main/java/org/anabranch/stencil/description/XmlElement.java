package org.anabranch.stencil.description;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * An element of a description with its position in the file, which errors mention. Filled by {@link
 * XmlTree}, then only read.
 */
final class XmlElement {
    final String file;
    final String name;
    final int line;
    final int column;
    final Map<String, String> attributes;
    final List<XmlElement> children = new ArrayList<>();
    final StringBuilder text = new StringBuilder();

    /** A kind of child, with its permitted number. */
    record Child(String name, int least, int most) {
        static Child one(String name) {
            return new Child(name, 1, 1);
        }

        static Child optional(String name) {
            return new Child(name, 0, 1);
        }
    }

    XmlElement(String file, String name, int line, int column, Map<String, String> attributes) {
        this.file = file;
        this.name = name;
        this.line = line;
        this.column = column;
        this.attributes = attributes;
    }

    DescriptionException complaint(String what) {
        return complaint(what, null);
    }

    DescriptionException complaint(String what, Throwable cause) {
        return new DescriptionException(file, line, column, "<" + name + ">: " + what, cause);
    }

    /** Checks that the children are of these kinds, in this order and number, and no others. */
    XmlElement holding(Child... kinds) {
        if (!text.toString().isBlank()) {
            throw complaint("must hold elements only, not '" + shortened(text) + "'");
        }
        int at = 0;
        int count = 0;
        for (XmlElement child : children) {
            int kind = position(kinds, child.name);
            if (kind < 0) {
                throw child.complaint("unknown here, in <" + name + ">");
            }
            if (kind < at && all(child.name).size() <= kinds[kind].most) {
                throw child.complaint("must stand before <" + kinds[at].name + ">");
            }
            count = kind == at ? count + 1 : 1;
            at = Math.max(at, kind);
            if (kind < at || count > kinds[kind].most) {
                throw child.complaint(
                        kinds[kind].most == 1
                                ? "given twice"
                                : "given more than " + kinds[kind].most + " times");
            }
        }
        for (Child kind : kinds) {
            if (all(kind.name).size() < kind.least) {
                throw complaint("<" + kind.name + "> is missing");
            }
        }
        return this;
    }

    private static int position(Child[] kinds, String name) {
        for (int i = 0; i < kinds.length; i++) {
            if (kinds[i].name.equals(name)) {
                return i;
            }
        }
        return -1;
    }

    /** Checks that there are no attributes except these. */
    XmlElement attributed(String... known) {
        for (String attribute : attributes.keySet()) {
            if (!List.of(known).contains(attribute)) {
                throw complaint("unknown attribute '" + attribute + "'");
            }
        }
        for (String attribute : known) {
            if (!attributes.containsKey(attribute)) {
                throw complaint("attribute '" + attribute + "' is missing");
            }
        }
        return this;
    }

    List<XmlElement> all(String child) {
        return children.stream().filter(one -> one.name.equals(child)).toList();
    }

    XmlElement child(String child) {
        return all(child).getFirst();
    }

    boolean has(String child) {
        return !all(child).isEmpty();
    }

    /** Returns the text of an element that contains only text. */
    String word() {
        attributed();
        if (!children.isEmpty()) {
            throw children.getFirst().complaint("unknown here, in <" + name + ">");
        }
        String word = text.toString().strip();
        if (word.isEmpty()) {
            throw complaint("is empty");
        }
        return word;
    }

    long number(long least, long most) {
        String word = word();
        try {
            long value = Long.parseLong(word);
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw complaint("'" + shortened(word) + "' is no whole number", e);
        }
        throw complaint("must be from " + least + " to " + most + ", not " + word);
    }

    private static String shortened(CharSequence text) {
        String line = text.toString().strip().replaceAll("\\s+", " ");
        return line.length() <= 40 ? line : line.substring(0, 40) + "...";
    }
}
