package org.anabranch.stencil.description;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Descriptions that were good once: bytes, words and elements changed, doubled, moved or lost. */
final class DescriptionFuzz {
    private static final List<String> WORDS =
            List.of(
                    "0",
                    "-1",
                    "1",
                    "2",
                    "64",
                    "4096",
                    "9223372036854775807",
                    "281474976710656",
                    "1e9",
                    "NaN",
                    "A",
                    "B",
                    "pitch",
                    "input",
                    "output",
                    "inout",
                    "extent",
                    "scalar",
                    "double",
                    "long",
                    "two.cl",
                    "none.cl",
                    "&lt;",
                    "&x;",
                    "<![CDATA[1]]>",
                    "<!-- -->",
                    "<?x?>",
                    "<dim>",
                    "</dim>",
                    "<value>1</value>",
                    "<dim>0</dim>",
                    "<point>1 1</point>",
                    "\u0000",
                    "\ud83d\ude00",
                    "<function>jacobi</function>");
    private final Random random;
    private final String seed = WorkedDescription.XML;

    DescriptionFuzz(long seed) {
        random = new Random(seed);
    }

    byte[] next() {
        String text = seed;
        int changes = 1 + random.nextInt(3);
        for (int i = 0; i < changes; i++) {
            text = changed(text);
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (random.nextInt(4) == 0 && bytes.length > 0) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        return random.nextInt(50) == 0
                ? Arrays.copyOf(bytes, random.nextInt(bytes.length + 1))
                : bytes;
    }

    private String changed(String text) {
        String word = WORDS.get(random.nextInt(WORDS.size()));
        int[] element = element(text);
        return switch (random.nextInt(6)) {
            case 0 -> text.substring(0, element[0]) + text.substring(element[1]);
            case 1 -> text.substring(0, element[1]) + text.substring(element[0]);
            case 2 -> {
                int at = random.nextInt(text.length());
                yield text.substring(0, at) + word + text.substring(at);
            }
            case 3 -> {
                int[] to = element(text);
                yield text.substring(0, to[0])
                        + text.substring(element[0], element[1])
                        + text.substring(to[0]);
            }
            default -> {
                int open = text.indexOf('>', element[0]);
                int close = text.indexOf('<', open + 1);
                yield open < 0 || close < 0
                        ? text
                        : text.substring(0, open + 1) + word + text.substring(close);
            }
        };
    }

    /** From some opening tag to the end of the next closing one. */
    private int[] element(String text) {
        int from = text.indexOf('<', random.nextInt(Math.max(1, text.length())));
        from = Math.max(0, from);
        int end = text.indexOf("</", from);
        int to = end < 0 ? text.length() : text.indexOf('>', end) + 1;
        return new int[] {from, Math.max(from, to)};
    }
}
