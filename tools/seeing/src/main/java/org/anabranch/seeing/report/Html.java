package org.anabranch.seeing.report;

import org.anabranch.spi.support.Quantity;
import org.anabranch.spi.support.Svg;

import java.util.List;

/** A builder of HTML; all names are untrusted and are escaped. */
final class Html {
    private final StringBuilder text = new StringBuilder();

    static String cut(String value, int most) {
        return value.length() <= most ? value : value.substring(0, most - 1) + "…";
    }

    /** Appends text without escaping. */
    Html raw(String safe) {
        text.append(safe);
        return this;
    }

    Html section(String title) {
        return raw("<h2>" + Svg.escaped(title) + "</h2>\n");
    }

    Html paragraph(String sentence) {
        return raw("<p>" + Svg.escaped(sentence) + "</p>\n");
    }

    /** Appends a table; columns whose title begins with {@code >} are numeric. */
    Html table(List<String> titles, List<List<String>> rows) {
        raw("<div class=\"wide\"><table><tr>");
        for (String title : titles) {
            boolean number = title.startsWith(">");
            raw(number ? "<th class=\"n\">" : "<th>");
            raw(Svg.escaped(number ? title.substring(1) : title)).raw("</th>");
        }
        raw("</tr>\n");
        for (List<String> row : rows) {
            raw("<tr>");
            for (int i = 0; i < row.size(); i++) {
                raw(titles.get(i).startsWith(">") ? "<td class=\"n\">" : "<td>");
                raw(Svg.escaped(row.get(i))).raw("</td>");
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
