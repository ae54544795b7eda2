package org.anabranch.loops;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.loops.run.LiftedLoops;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.List;
import java.util.Set;

/** Marked loops as newcomers write them: which of them run in parallel. */
class NewcomersTest {
    private static final int SEEDS = 3;
    private static final String SOURCE =
            """
            import org.anabranch.loops.Parallel;
            import java.util.*;
            import java.util.concurrent.atomic.*;
            public class Programs {
                enum Mode { FAST, SLOW }
                static int factor = 3;
                static final int[] TABLE = {1, 4, 9, 16};
                static int counter;
                static long total;
                record Vec(double x, double y) {
                    Vec plus(Vec o) { return new Vec(x + o.x, y + o.y); }
                    double length() { return Math.sqrt(x * x + y * y); }
                }
                static final class Matrix {
                    final double[] cells; final int columns;
                    Matrix(int rows, int columns) { cells = new double[rows * columns]; this.columns = columns; }
                    double get(int r, int c) { return cells[r * columns + c]; }
                    void set(int r, int c, double v) { cells[r * columns + c] = v; }
                }
                static final class Account { int balance; Account(int b) { balance = b; } void add(int x) { balance += x; } }
                static boolean isPrime(int n) {
                    if (n < 2) return false;
                    for (int d = 2; d * d <= n; d++) if (n %% d == 0) return false;
                    return true;
                }
                public static int primes(int[] a) {
                    int count = 0;
                    for (@Parallel int i = 0; i < 500; i++) if (isPrime(i)) count++;
                    return count;
                }
                public static int staticField(int[] a) {
                    for (@Parallel int i = 0; i < a.length; i++) a[i] = a[i] * factor + TABLE[i & 3];
                    return 0;
                }
                public static int staticCount(int[] a) {
                    counter = 0;
                    for (@Parallel int i = 0; i < a.length; i++) if (a[i] > 20) counter++;
                    return counter;
                }
                public static long staticSum(int[] a) {
                    total = 0;
                    for (@Parallel int i = 0; i < a.length; i++) total += (long) a[i] * a[i];
                    return total;
                }
                public static String vectors(int[] a) {
                    double[] x = new double[a.length];
                    for (@Parallel int i = 0; i < a.length; i++) {
                        Vec v = new Vec(a[i], i).plus(new Vec(1, 2));
                        x[i] = v.length();
                    }
                    return Arrays.toString(x);
                }
                public static String matrix(int[] a) {
                    Matrix m = new Matrix(8, 8), n = new Matrix(8, 8);
                    for (int i = 0; i < 64; i++) m.set(i / 8, i %% 8, a[i]);
                    for (@Parallel int i = 0; i < 8; i++)
                        for (int j = 0; j < 8; j++) n.set(i, j, m.get(j, i) * 2);
                    return Arrays.toString(n.cells);
                }
                public static String rows(int[] a) {
                    int[][] grid = new int[8][8];
                    for (@Parallel int y = 0; y < grid.length; y++)
                        for (int x = 0; x < grid[y].length; x++) grid[y][x] = a[y * 8 + x] + x * y;
                    return Arrays.deepToString(grid);
                }
                public static String rowVariable(int[] a) {
                    int[][] grid = new int[8][8];
                    for (@Parallel int y = 0; y < grid.length; y++) {
                        int[] row = grid[y];
                        for (int x = 0; x < row.length; x++) row[x] = a[y * 8 + x];
                    }
                    return Arrays.deepToString(grid);
                }
                public static int forEach(int[] a) {
                    int[][] grid = {{1, 2}, {3, 4}, {5, 6}};
                    for (@Parallel int y = 0; y < grid.length; y++) {
                        int sum = 0;
                        for (int v : grid[y]) sum += v;
                        a[y] = sum;
                    }
                    return 0;
                }
                public static int largest(int[] a) {
                    int most = Integer.MIN_VALUE;
                    for (@Parallel int i = 0; i < a.length; i++) if (a[i] > most) most = a[i];
                    return most;
                }
                public static int position(int[] a) {
                    int best = a[0], at = 0;
                    for (@Parallel int i = 1; i < a.length; i++) if (a[i] > best) { best = a[i]; at = i; }
                    return at;
                }
                public static boolean any(int[] a) {
                    boolean found = false;
                    for (@Parallel int i = 0; i < a.length; i++) if (a[i] == 17) found = true;
                    return found;
                }
                public static int modes(int[] a) {
                    Mode mode = a[0] > 2 ? Mode.FAST : Mode.SLOW;
                    for (@Parallel int i = 0; i < a.length; i++) {
                        switch (mode) { case FAST -> a[i] *= 2; case SLOW -> a[i] /= 2; }
                    }
                    return 0;
                }
                public static String bytes(int[] a) {
                    byte[] b = new byte[a.length];
                    for (@Parallel int i = 0; i < a.length; i++) b[i] = (byte) Math.clamp(a[i] * 5, -100, 100);
                    return Arrays.toString(b);
                }
                public static int bits(int[] a) {
                    for (@Parallel int i = 0; i < a.length; i++)
                        a[i] = Integer.bitCount(a[i]) + Integer.reverse(i) + Integer.numberOfLeadingZeros(a[i]) + Integer.rotateLeft(i, 3);
                    return 0;
                }
                public static int random(int[] a) {
                    for (@Parallel int i = 0; i < a.length; i++) {
                        long z = i * 0x9E3779B97F4A7C15L;
                        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
                        a[i] = (int) (z ^ (z >>> 27));
                    }
                    return 0;
                }
                public static int collatz(int[] a) {
                    for (@Parallel int i = 1; i < a.length; i++) {
                        long n = i; int steps = 0;
                        while (n != 1) { n = (n & 1) == 0 ? n / 2 : 3 * n + 1; steps++; }
                        a[i] = steps;
                    }
                    return 0;
                }
                public static int floorMod(int[] a) {
                    for (@Parallel int i = 0; i < a.length; i++) a[i] = Math.floorMod(a[i] - 30, 7) + Math.abs(a[i] - 40);
                    return 0;
                }
                public static int exact(int[] a) {
                    for (@Parallel int i = 0; i < a.length; i++) a[i] = Math.addExact(a[i], Math.toIntExact(i * 3L));
                    return 0;
                }
                public static int copied(int[] a) {
                    int[] b = new int[a.length];
                    for (@Parallel int i = 0; i < 8; i++) System.arraycopy(a, i * 8, b, i * 8, 8);
                    return b[9];
                }
                public static int filled(int[] a) {
                    for (@Parallel int i = 0; i < 8; i++) Arrays.fill(a, i * 8, i * 8 + 8, i);
                    return 0;
                }
                public static int sorted(int[] a) {
                    int[][] rows = {{3, 1, 2}, {9, 8, 7}};
                    for (@Parallel int i = 0; i < rows.length; i++) Arrays.sort(rows[i]);
                    return rows[1][0];
                }
                public static int localArray(int[] a) {
                    for (@Parallel int i = 0; i < a.length; i++) {
                        int[] window = new int[3];
                        for (int k = 0; k < 3; k++) window[k] = i + k;
                        a[i] = window[0] * window[1] - window[2];
                    }
                    return 0;
                }
                public static int objects(int[] a) {
                    Account[] all = new Account[8];
                    for (int i = 0; i < 8; i++) all[i] = new Account(a[i]);
                    for (@Parallel int i = 0; i < all.length; i++) all[i].add(i);
                    return all[3].balance;
                }
                public static int atomic(int[] a) {
                    AtomicInteger n = new AtomicInteger();
                    for (@Parallel int i = 0; i < a.length; i++) if (a[i] > 9) n.incrementAndGet();
                    return n.get();
                }
                public static int list(int[] a) {
                    List<Integer> found = new ArrayList<>();
                    for (@Parallel int i = 0; i < a.length; i++) if (a[i] > 50) found.add(i);
                    return found.size();
                }
                public static int account(int[] a) {
                    Account one = new Account(5);
                    for (@Parallel int i = 0; i < a.length; i++) one.add(a[i]);
                    return one.balance;
                }
                public static int ternary(int[] a) {
                    int[] b = a.clone();
                    for (@Parallel int i = 0; i < a.length; i++) a[i] = i > 0 && i < b.length - 1 ? (b[i - 1] + b[i + 1]) / 2 : b[i];
                    return 0;
                }
                public static int outerCounter(int[] a) {
                    int k = 0;
                    for (@Parallel int i = 0; i < a.length; i += 2) { a[i] = k; k++; }
                    return k;
                }
                public static int longLoop(int[] a) {
                    long n = a.length;
                    for (@Parallel long i = 0; i < n; i++) a[(int) i] += (int) (i * i);
                    return 0;
                }
                public static String chars(int[] a) {
                    char[] text = "The Quick Brown Fox".toCharArray();
                    for (@Parallel int i = 0; i < text.length; i++) text[i] = Character.toUpperCase(text[i]);
                    return new String(text);
                }
                public static int digits(int[] a) {
                    String text = "3141592653589793238462643383279" + a[0];
                    int sum = 0;
                    for (@Parallel int i = 0; i < text.length(); i++) sum += Character.digit(text.charAt(i), 10);
                    for (@Parallel int i = 0; i < text.length(); i++) if (Character.isDigit(text.charAt(i))) sum++;
                    return sum;
                }
                public static String doubles(int[] a) {
                    double[] d = new double[a.length];
                    for (@Parallel int i = 0; i < a.length; i++)
                        d[i] = Math.pow(a[i], 1.5) + Math.sin(i) + Math.round(a[i] / 7.0) + Math.hypot(a[i], i) + Math.floorDiv(a[i], 3);
                    return Arrays.toString(d);
                }
                public static String compare(int[] a) {
                    double[] d = {1, 2, Double.NaN, -0.0, 0.0};
                    for (@Parallel int i = 0; i < d.length; i++) a[i] = Double.compare(d[i], 0.0) + (Double.isNaN(d[i]) ? 10 : 0) + Integer.compare(i, 2) + Integer.signum(i - 2);
                    return "";
                }
                public static int nestedMax(int[] a) {
                    for (@Parallel int i = 0; i < 8; i++) {
                        int most = 0;
                        for (int j = 0; j < 8; j++) most = Math.max(most, a[i * 8 + j]);
                        a[i * 8] = most;
                    }
                    return 0;
                }
                public static int labelled(int[] a) {
                    int[] b = a.clone();
                    for (@Parallel int i = 0; i < 8; i++) {
                        int found = -1;
                        search:
                        for (int j = 0; j < 8; j++) for (int k = 0; k < 8; k++) if (b[j * 8 + k] == i * 5) { found = j * 8 + k; break search; }
                        a[i] += found;
                    }
                    return 0;
                }
                public static int optionalIndex(int[] a) {
                    Integer boxed = a[3];
                    for (@Parallel int i = 0; i < a.length; i++) a[i] += boxed;
                    return 0;
                }
                public static String longBits(int[] a) {
                    BitSet bits = new BitSet(64);
                    for (@Parallel int i = 0; i < a.length; i++) if (a[i] %% 2 == 0) bits.set(i);
                    return bits.toString();
                }
                public static int threadLocalRandom(int[] a) {
                    Random random = new Random(5);
                    for (@Parallel int i = 0; i < a.length; i++) a[i] = random.nextInt(10);
                    return 0;
                }
            }
            """
                    .replace("%%", "%");

    /** Those that do not run in parallel yet; of {@code modes} as compiled by ECJ. */
    private static final Set<String> IN_ORDER =
            Set.of(
                    "atomic",
                    "chars",
                    "copied",
                    "digits",
                    "list",
                    "longBits",
                    "modes",
                    "objects",
                    "primes",
                    "sorted",
                    "threadLocalRandom");

    private static TestPlatform platform;

    @BeforeAll
    static void start() {
        platform = TestPlatform.start();
    }

    @AfterAll
    static void stop() {
        platform.close();
    }

    @ParameterizedTest
    @EnumSource(
            value = Compilers.class,
            names = {"JAVAC", "ECJ"})
    @DisplayName("JA-01: programs of newcomers do what Java does, most of them in parallel")
    void ja01_newcomers(Compilers compiler) throws Exception {
        try (WovenClass programs = new WovenClass(compiler, "Programs", SOURCE)) {
            assertEquals(List.of(), programs.refusals());
            programs.use(new LiftedLoops(platform.platform()));
            for (String name : programs.methods()) {
                for (int seed = 0; seed < SEEDS; seed++) {
                    assertEquals(programs.plain(name, seed), programs.woven(name, seed), name);
                }
                boolean parallel = programs.runs.stream().allMatch(LoopRun::parallel);
                assertTrue(parallel || IN_ORDER.contains(name), name + programs.runs);
            }
        }
    }
}
