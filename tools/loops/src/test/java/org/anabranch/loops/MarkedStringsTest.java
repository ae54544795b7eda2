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
import java.util.Map;

/** Marked loops over strings, and those that select by a string. */
class MarkedStringsTest {
    private static final int SEEDS = 6;
    private static final String SOURCE =
            """
            import org.anabranch.loops.Parallel;
            import java.util.List;
            public class Strings {
                static final String GENE = "ACGTACGGTTACGATTACAGATTACACCAGTACCATGATTACAAC";
                private static String kind(int[] a) {
                    String kind = new String[] {"sum", "product", "none", "Aa", "BB", "C\\u00e4\\u20ac"}[a[0] % 6];
                    return a[1] % 2 == 0 ? kind : new String(kind);
                }
                public static int letters(int[] a) {
                    String text = GENE + GENE.toLowerCase() + a[0];
                    int[] counts = new int[128];
                    for (@Parallel int i = 0; i < text.length(); i++) counts[text.charAt(i)]++;
                    return counts['A'] * 1000 + counts['t'];
                }
                public static int matches(int[] a) {
                    for (@Parallel int i = 0; i < a.length; i++) {
                        int length = 0;
                        for (int k = 0; k < 6 && i + k < GENE.length(); k++) {
                            if (GENE.charAt(i + k) == "GATTAC".charAt(k)) length++;
                        }
                        a[i] = length;
                    }
                    return a[3];
                }
                public static int wide(int[] a) {
                    CharSequence text = kind(a) + "\\u00e4\\u20ac\\ud83d\\ude00" + a[1];
                    for (@Parallel int i = 0; i < text.length(); i++) a[i] = text.charAt(i);
                    return text.length();
                }
                public static int outside(int[] a) {
                    String text = kind(a);
                    for (@Parallel int i = 0; i < a.length; i++) a[i] = text.charAt(i);
                    return 0;
                }
                public static int absent(int[] a) {
                    String text = a[0] < 70 ? null : "";
                    for (@Parallel int i = 0; i < a.length; i++) a[i] = i < 3 ? i : text.charAt(i);
                    return 0;
                }
                public static int selected(int[] a) {
                    String kind = kind(a);
                    for (@Parallel int i = 0; i < a.length; i++) {
                        switch (kind) {
                            case "sum": a[i] += i; break;
                            case "product": a[i] *= i; break;
                            case "Aa": a[i] = 1;
                            case "BB": a[i] += 2; break;
                            default: a[i] = -a[i];
                        }
                    }
                    return 0;
                }
                public static int yielded(int[] a) {
                    String kind = kind(a);
                    for (@Parallel int i = 0; i < a.length; i++) {
                        a[i] = switch (kind) {
                            case "sum", "BB" -> a[i] + i;
                            case "Aa" -> kind.length();
                            default -> kind.hashCode() + i;
                        };
                    }
                    return 0;
                }
                public static int compared(int[] a) {
                    String kind = kind(a);
                    for (@Parallel int i = 0; i < a.length; i++) {
                        if (kind.equals("none") || kind.isEmpty()) a[i] = 0;
                        if (kind.startsWith("p") && kind.endsWith("ct")) a[i] += 5;
                        if (kind.equalsIgnoreCase("AA")) a[i] += 7;
                        a[i] += kind.compareTo("m") > 0 ? 1 : 2;
                        if (kind == "none") a[i] += 100;
                    }
                    return 0;
                }
                public static int dependent(int[] a) {
                    String text = kind(a);
                    String same = new String(text);
                    for (@Parallel int i = 1; i < a.length; i++) {
                        if (text.equals(same)) a[i] = a[i - 1] + text.charAt(i %% 2);
                    }
                    return 0;
                }
                public static int cut(int[] a) {
                    String text = kind(a);
                    for (@Parallel int i = 0; i < a.length; i++) a[i] = text.substring(i %% 2).length();
                    return 0;
                }
                public static int each(int[] a) {
                    String[] kinds = {kind(a), "sum"};
                    for (@Parallel int i = 0; i < a.length; i++) {
                        switch (kinds[i %% 2]) {
                            case "sum" -> a[i]++;
                            default -> a[i]--;
                        }
                    }
                    return 0;
                }
                public static int listed(int[] a) {
                    List<Integer> list = List.of(a[0], a[1], a[2]);
                    for (@Parallel int i = 0; i < a.length; i++) a[i] = list.get(i %% 3);
                    return 0;
                }
            }
            """
                    .replace("%%", "%");

    private static final Map<String, String> IN_ORDER =
            Map.of(
                    "outside", "",
                    "absent", "a string is null",
                    "dependent", "distance 1",
                    "cut", "it calls java.lang.String.substring",
                    "each", "an array of objects",
                    "listed", "it calls java.util.List.get: ");

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
    @DisplayName("L4, L5: strings are read as arrays, and switches on them are decided before")
    void l5_strings(Compilers compiler) throws Exception {
        try (WovenClass strings = new WovenClass(compiler, "Strings", SOURCE)) {
            assertEquals(List.of(), strings.refusals());
            strings.use(new LiftedLoops(platform.platform()));
            for (String name : strings.methods()) {
                String reason = "";
                for (int seed = 0; seed < SEEDS; seed++) {
                    assertEquals(strings.plain(name, seed), strings.woven(name, seed), name);
                    String how = strings.runs.toString();
                    boolean parallel = strings.runs.stream().anyMatch(LoopRun::parallel);
                    assertEquals(!IN_ORDER.containsKey(name), parallel, name + how);
                    reason += how;
                }
                assertTrue(reason.contains(IN_ORDER.getOrDefault(name, "")), name + reason);
            }
        }
    }
}
