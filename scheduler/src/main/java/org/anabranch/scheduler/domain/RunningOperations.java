package org.anabranch.scheduler.domain;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The running operations of a device, as far as that is visible from above: those that are the
 * first of their lanes and come after nothing that has not ended.
 */
final class RunningOperations {
    private RunningOperations() {}

    /** An operation in a lane. */
    interface InLane {
        int lane();

        /** Its ticket: of two in a lane the smaller one comes first. */
        long number();

        /** Tickets that it comes after. */
        long[] after();
    }

    /** Those of the outstanding ones that run, the oldest first. */
    static <T extends InLane> List<T> among(List<T> outstanding) {
        Map<Integer, T> first = new HashMap<>();
        Set<Long> numbers = new HashSet<>();
        for (T operation : outstanding) {
            numbers.add(operation.number());
            T other = first.get(operation.lane());
            if (other == null || operation.number() < other.number()) {
                first.put(operation.lane(), operation);
            }
        }
        Map<Long, T> running = new TreeMap<>();
        for (T operation : first.values()) {
            if (!waits(operation, numbers)) {
                running.put(operation.number(), operation);
            }
        }
        return List.copyOf(running.values());
    }

    private static boolean waits(InLane operation, Set<Long> numbers) {
        for (long before : operation.after()) {
            if (numbers.contains(before)) {
                return true;
            }
        }
        return false;
    }
}
