package org.anabranch.loops.weave;

import org.anabranch.loops.Parallel;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A search for the mark in a class file without parsing it, since most classes have none. */
final class ParallelMark {
    private static final byte[] MARK =
            Parallel.class.descriptorString().getBytes(StandardCharsets.US_ASCII);
    private static final int FIRST_ENTRY = 10;
    private static final int UTF8 = 1;

    private ParallelMark() {}

    /** Returns true if an entry of the constant pool names the annotation. */
    static boolean isIn(byte[] file) {
        int entries = file.length < FIRST_ENTRY ? 0 : number(file, FIRST_ENTRY - 2);
        int at = FIRST_ENTRY;
        for (int entry = 1; entry < entries && at + 2 < file.length; entry++) {
            int tag = file[at];
            if (tag == UTF8) {
                int length = number(file, at + 1);
                int start = at + 3;
                if (length == MARK.length
                        && start + length <= file.length
                        && Arrays.equals(file, start, start + length, MARK, 0, length)) {
                    return true;
                }
                at = start + length;
            } else {
                at += size(tag);
                entry += tag == 5 || tag == 6 ? 1 : 0;
            }
        }
        return false;
    }

    private static int number(byte[] file, int at) {
        return (file[at] & 0xff) << 8 | file[at + 1] & 0xff;
    }

    /** Returns the size in bytes of an entry other than text; JVMS 25, table 4.4-B. */
    private static int size(int tag) {
        return switch (tag) {
            case 7, 8, 16, 19, 20 -> 3;
            case 15 -> 4;
            case 5, 6 -> 9;
            default -> 5;
        };
    }
}
