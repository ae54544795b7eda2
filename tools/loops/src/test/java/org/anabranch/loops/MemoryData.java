package org.anabranch.loops;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Random;

/** The memory that the bodies of {@link RandomMemory} access; some of it under two names. */
public final class MemoryData {
    static final String DECLARATIONS =
            """
            int[] a = w.a; int[][] r = w.r; int[][] q = w.q; short[] h = w.h; char[] c = w.c;
            byte[] g = w.g; boolean[] z = w.z; double[] d = w.d; MemorySegment s = w.s, t = w.t;
            MemoryData.Fields o = w.o;
            """;

    private static final int LENGTH = 60;

    /** An object with fields of its own. */
    public static final class Fields {
        public int x;
        public int y;
        public long l;
        public short s;
        public boolean b;
        public int[] inner;
    }

    public static int total;

    public final int[] a;
    public final int[][] r = new int[24][LENGTH];
    public final int[][] q = new int[4][];
    public final short[] h = new short[LENGTH];
    public final char[] c = new char[LENGTH];
    public final byte[] g = new byte[LENGTH];
    public final boolean[] z = new boolean[LENGTH];
    public final double[] d = new double[LENGTH];
    public final MemorySegment s;
    public final MemorySegment t;
    public final Fields o = new Fields();

    MemoryData(long seed) {
        Random random = new Random(seed);
        a = random.ints(LENGTH, -50, 50).toArray();
        for (int row = 0; row < r.length; row++) {
            r[row] = random.ints(LENGTH, -50, 50).toArray();
        }
        if (random.nextInt(5) == 0) {
            r[random.nextInt(6)] = r[6];
        }
        for (int row = 0; row < q.length; row++) {
            q[row] = random.ints(30 + random.nextInt(40), -50, 50).toArray();
        }
        random.nextBytes(g);
        for (int i = 0; i < LENGTH; i++) {
            h[i] = (short) random.nextInt();
            c[i] = (char) random.nextInt();
            z[i] = random.nextBoolean();
            d[i] = random.nextInt(20) == 0 ? Double.NaN : random.nextInt() / 7d;
        }
        s = Arena.ofAuto().allocate(4 * LENGTH, 8);
        s.copyFrom(MemorySegment.ofArray(random.ints(LENGTH).toArray()));
        t =
                switch (random.nextInt(4)) {
                    case 0 -> s;
                    case 1 -> s.asSlice(4L * random.nextInt(20));
                    case 2 -> MemorySegment.ofArray(a);
                    default -> Arena.ofAuto().allocate(4 * LENGTH, 8);
                };
        o.x = random.nextInt(9);
        o.l = random.nextLong();
        o.inner = random.nextInt(4) == 0 ? a : random.ints(LENGTH, 0, 9).toArray();
        total = 5;
    }

    /** All there is, to be compared. */
    String text() {
        return String.join(
                "\n",
                Arrays.toString(a),
                Arrays.deepToString(r),
                Arrays.deepToString(q),
                Arrays.toString(h),
                Arrays.toString(new String(c).codePoints().toArray()),
                Arrays.toString(g),
                Arrays.toString(z),
                Arrays.toString(d),
                Arrays.toString(s.toArray(ValueLayout.JAVA_BYTE)),
                Arrays.toString(t.toArray(ValueLayout.JAVA_BYTE)),
                o.x + " " + o.y + " " + o.l + " " + o.s + " " + o.b + " " + total,
                Arrays.toString(o.inner));
    }
}
