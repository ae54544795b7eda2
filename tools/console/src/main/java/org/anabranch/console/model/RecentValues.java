package org.anabranch.console.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The last {@value #POINTS} values of some quantities. */
final class RecentValues {
    static final int POINTS = 120;

    private final Map<String, double[]> values = new LinkedHashMap<>();
    private int next;
    private int count;

    /** Adds a value of each quantity; a new quantity is unknown for earlier times. */
    void add(Map<String, Double> now) {
        now.forEach(
                (name, value) -> values.computeIfAbsent(name, RecentValues::unknown)[next] = value);
        next = (next + 1) % POINTS;
        count = Math.min(POINTS, count + 1);
    }

    private static double[] unknown(String name) {
        double[] all = new double[POINTS];
        Arrays.fill(all, Double.NaN);
        return all;
    }

    Map<String, List<Double>> row() {
        Map<String, List<Double>> row = new LinkedHashMap<>();
        values.forEach(
                (name, all) -> {
                    List<Double> list = new ArrayList<>();
                    for (int i = POINTS - count; i < POINTS; i++) {
                        list.add(all[(next + i) % POINTS]);
                    }
                    row.put(name, list);
                });
        return row;
    }
}
