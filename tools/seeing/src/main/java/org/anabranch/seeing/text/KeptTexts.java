package org.anabranch.seeing.text;

import java.nio.charset.StandardCharsets;

/** A cache of strings made from bytes: short ones that soon occur again are the same object. */
final class KeptTexts {
    private static final int KEPT = 1 << 13;
    private static final int LONGEST = 64;

    private final String[] kept = new String[KEPT];

    String of(byte[] bytes, int length) {
        int hash = 0;
        for (int i = 0; i < length; i++) {
            hash = 31 * hash + bytes[i];
        }
        int slot = (hash ^ hash >>> 13) & KEPT - 1;
        String known = kept[slot];
        if (known == null || !isSame(known, bytes, length)) {
            known = new String(bytes, 0, length, StandardCharsets.UTF_8);
            if (length <= LONGEST) {
                kept[slot] = known;
            }
        }
        return known;
    }

    private static boolean isSame(String known, byte[] bytes, int length) {
        if (known.length() != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (known.charAt(i) != bytes[i]) { // non-ASCII bytes never match
                return false;
            }
        }
        return true;
    }
}
