package org.anabranch.spi.support;

import java.util.Locale;

/**
 * A writer of drawings as SVG. Coordinates have one decimal; texts are escaped, attributes are not.
 * For one thread.
 */
public final class Svg {
    private final StringBuilder text = new StringBuilder();

    /**
     * Begins a drawing on white.
     *
     * @param width in pixels
     * @param height in pixels
     */
    public Svg(double width, double height) {
        add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%s\" height=\"%s\""
                        + " viewBox=\"0 0 %s %s\" font-family=\"sans-serif\" font-size=\"12\">",
                width, height, width, height);
        add("<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>");
    }

    private Svg() {}

    /**
     * Begins a drawing for a page, whose styles apply to it: without background and font.
     *
     * @param width in pixels
     * @param height in pixels
     * @param label a description of the drawing
     * @return the drawing
     */
    public static Svg inPage(double width, double height, String label) {
        return new Svg()
                .add(
                        "<svg viewBox=\"0 0 %s %s\" role=\"img\" aria-label=\"%s\">",
                        width, height, escaped(label));
    }

    /**
     * Adds a line of text as it is.
     *
     * @param format in which {@code %s} stands for a value
     * @param values numbers, or text that needs no escaping
     * @return this
     */
    public Svg add(String format, Object... values) {
        Object[] shown = values.clone();
        for (int i = 0; i < shown.length; i++) {
            shown[i] = values[i] instanceof Double number ? decimal(number) : values[i];
        }
        text.append(format.formatted(shown)).append('\n');
        return this;
    }

    /**
     * Adds a text.
     *
     * @param x of its anchor
     * @param y of its baseline
     * @param attributes such as {@code text-anchor="end"}; may be empty
     * @param words the text
     * @return this
     */
    public Svg text(double x, double y, String attributes, String words) {
        String more = attributes.isEmpty() ? "" : " " + attributes;
        return add("<text x=\"%s\" y=\"%s\"%s>%s</text>", x, y, more, escaped(words));
    }

    /**
     * Adds a straight line between two points.
     *
     * @param x of the first point
     * @param y of the first point
     * @param toX of the second point
     * @param toY of the second point
     * @param attributes such as its stroke
     * @return this
     */
    public Svg line(double x, double y, double toX, double toY, String attributes) {
        return add(
                "<line x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\" %s/>", x, y, toX, toY, attributes);
    }

    /**
     * Adds a rectangle.
     *
     * @param x of its left edge
     * @param y of its upper edge
     * @param width its width
     * @param height its height
     * @param attributes such as its fill
     * @return this
     */
    public Svg rectangle(double x, double y, double width, double height, String attributes) {
        return add(
                "<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" %s/>",
                x, y, width, height, attributes);
    }

    /**
     * Returns a text that can stand in an element or in an attribute.
     *
     * @param words any text
     * @return the text, with characters replaced that control the output or its direction
     */
    public static String escaped(String words) {
        return words.replaceAll("[\\p{Cntrl}\\u202a-\\u202e\\u2066-\\u2069]", "?")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    private static String decimal(double number) {
        String shown = String.format(Locale.ROOT, "%.1f", number);
        return shown.endsWith(".0") ? shown.substring(0, shown.length() - 2) : shown;
    }

    /** {@return the drawing} */
    @Override
    public String toString() {
        return text + "</svg>\n";
    }
}
