package org.anabranch.seeing.report;

import java.util.List;

/** A builder of HTML; all names are untrusted and are escaped. */
final class Html {
    private final StringBuilder text = new StringBuilder();

    static String escaped(String value) {
        StringBuilder safe = new StringBuilder(value.length());
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            boolean plain = c >= ' ' && "<>&\"'".indexOf(c) < 0 && !Character.isSurrogate(c);
            boolean bidi = c >= '\u202a' && c <= '\u202e' || c >= '\u2066' && c <= '\u2069';
            if (plain && !bidi && c != '\u007f') {
                safe.append(c);
            } else if (c >= ' ' && !Character.isSurrogate(c) && !bidi) {
                safe.append("&#").append((int) c).append(';');
            } else {
                safe.append('\ufffd');
            }
        }
        return safe.toString();
    }

    static String cut(String value, int most) {
        return value.length() <= most ? value : value.substring(0, most - 1) + "…";
    }

    /** Appends text without escaping. */
    Html raw(String safe) {
        text.append(safe);
        return this;
    }

    Html section(String title) {
        return raw("<h2>" + escaped(title) + "</h2>\n");
    }

    Html paragraph(String sentence) {
        return raw("<p>" + escaped(sentence) + "</p>\n");
    }

    /** Appends a table; columns whose title begins with {@code >} are numeric. */
    Html table(List<String> titles, List<List<String>> rows) {
        raw("<div class=\"wide\"><table><tr>");
        for (String title : titles) {
            boolean number = title.startsWith(">");
            raw(number ? "<th class=\"n\">" : "<th>");
            raw(escaped(number ? title.substring(1) : title)).raw("</th>");
        }
        raw("</tr>\n");
        for (List<String> row : rows) {
            raw("<tr>");
            for (int i = 0; i < row.size(); i++) {
                raw(titles.get(i).startsWith(">") ? "<td class=\"n\">" : "<td>");
                raw(escaped(row.get(i))).raw("</td>");
            }
            raw("</tr>\n");
        }
        return raw("</table></div>\n");
    }

    /** Appends a table of the first of several rows, or a sentence if there is none. */
    Html table(List<String> titles, List<List<String>> rows, int all, String none) {
        if (rows.isEmpty()) {
            paragraph(none);
            return this;
        }
        table(titles, rows);
        if (rows.size() < all) {
            paragraph("The first " + rows.size() + " of " + Quantity.count(all) + ".");
        }
        return this;
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
