package org.anabranch.k2h.mix;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/** The mixes of devices, their programs, and how one could deal these out by hand. */
final class Mixes {
    private static final double TILE = 1_000_000; // nanoseconds of gemm on the host
    private static final double BYTES = 16 * 8; // that stand for a tile of 512 KiB

    private Mixes() {}

    private static Map<String, Long> times(double potrf, double trsm, double syrk, double gemm) {
        return Map.of(
                "potrf", (long) (potrf * TILE),
                "trsm", (long) (trsm * TILE),
                "syrk", (long) (syrk * TILE),
                "gemm", (long) (gemm * TILE));
    }

    /** A link of so many GB a second for the tiles that are meant. */
    private static Mix.Device device(String id, double gigabytes, Map<String, Long> kernels) {
        return new Mix.Device(id, kernels, 10_000, 524_288 / gigabytes / BYTES, "simulated");
    }

    private static final Map<String, Long> HOST = times(0.5, 0.7, 0.6, 1);

    /** 10 times the whole host. */
    static final Mix FAST =
            new Mix(
                    "host and fast device",
                    2,
                    HOST,
                    List.of(device("fast:0", 12, times(0.2, 0.06, 0.04, 0.05))));

    static final Mix SLOW =
            new Mix(
                    "host and slow device",
                    2,
                    HOST,
                    List.of(device("slow:0", 4, times(2, 2.8, 2.4, 3))));

    static final Mix UNLIKE =
            new Mix(
                    "two unlike devices",
                    2,
                    HOST,
                    List.of(
                            device("unlike:0", 12, times(0.4, 0.2, 0.15, 0.2)),
                            device("unlike:1", 6, times(0.4, 0.35, 0.4, 0.5))));

    static final Mix FAR =
            new Mix(
                    "device behind a slow link",
                    2,
                    HOST,
                    List.of(device("far:0", 1, times(0.2, 0.1, 0.08, 0.1))));

    static final Mix SKILLED =
            new Mix(
                    "devices good at different kernels",
                    2,
                    times(0.3, 2, 2, 3),
                    List.of(
                            device("skilled:0", 12, times(3, 0.2, 2, 2)),
                            device("skilled:1", 12, times(3, 2, 0.3, 0.3))));

    static List<Mix> all() {
        return List.of(FAST, SLOW, UNLIKE, FAR, SKILLED);
    }

    /** Columns of tiles to each domain by its share, in all shares. */
    static Map<String, ToIntFunction<TileProgram.Task>> byColumn(int domains, int parts) {
        Map<String, ToIntFunction<TileProgram.Task>> ways = new LinkedHashMap<>();
        for (int[] shares : shares(domains, parts)) {
            int[] pattern = pattern(shares, parts);
            ways.put("columns " + Arrays.toString(shares), task -> pattern[task.column() % parts]);
        }
        return ways;
    }

    /** Each kernel in a domain of its own choice, in all ways. */
    static Map<String, ToIntFunction<TileProgram.Task>> byKernel(TileProgram program, int domains) {
        Map<String, ToIntFunction<TileProgram.Task>> ways = new LinkedHashMap<>();
        List<String> kernels =
                program.tasks().stream().map(TileProgram.Task::kernel).distinct().toList();
        int count = (int) Math.pow(domains, kernels.size());
        for (int number = 0; number < count; number++) {
            int way = number;
            ways.put(
                    "kernels " + Integer.toString(way, domains),
                    task ->
                            way
                                    / (int) Math.pow(domains, kernels.indexOf(task.kernel()))
                                    % domains);
        }
        return ways;
    }

    private static List<int[]> shares(int domains, int parts) {
        List<int[]> all = new ArrayList<>();
        for (int first = 0; first <= parts; first++) {
            if (domains == 2) {
                all.add(new int[] {first, parts - first});
            } else {
                for (int second = 0; first + second <= parts; second++) {
                    all.add(new int[] {first, second, parts - first - second});
                }
            }
        }
        return all;
    }

    /** Deals so many parts to domains by their shares, as evenly as may be. */
    private static int[] pattern(int[] shares, int parts) {
        int[] pattern = new int[parts];
        int[] dealt = new int[shares.length];
        for (int i = 0; i < parts; i++) {
            int best = 0;
            for (int d = 1; d < shares.length; d++) {
                if (shares[d] * (i + 1) - dealt[d] * parts
                        > shares[best] * (i + 1) - dealt[best] * parts) {
                    best = d;
                }
            }
            pattern[i] = best;
            dealt[best]++;
        }
        return pattern;
    }
}
