package org.anabranch.jfr;

import jdk.jfr.Event;

import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.Map;

/**
 * The setter of event times. JFR stamps an event when it is written, and offers no other way; it
 * keeps the time in two fields that it adds to the class. On a Java without these fields the time
 * of writing remains, and the field {@code began} has the right one. The clock of JFR is compared
 * with {@link System#nanoTime} at each call of {@link #look}. For one thread at a time.
 */
final class FlightTime {
    private final Map<Class<?>, Fields> fields = new HashMap<>();
    private final FlightEvents.Action probe = new FlightEvents.Action();
    private long firstNanos;
    private long firstTicks;
    private long nanos;
    private long ticks;
    private double rate = 1;

    /** The two fields of a class, or none. */
    private record Fields(Field start, Field duration) {}

    private static Fields fieldsOf(Class<?> type) {
        try {
            Field start = type.getDeclaredField("startTime");
            Field duration = type.getDeclaredField("duration");
            start.setAccessible(true);
            duration.setAccessible(true);
            return start.getType() == long.class && duration.getType() == long.class
                    ? new Fields(start, duration)
                    : new Fields(null, null);
        } catch (NoSuchFieldException | RuntimeException other) {
            return new Fields(null, null);
        }
    }

    private Fields of(Class<?> type) {
        return fields.computeIfAbsent(type, FlightTime::fieldsOf);
    }

    /** Compares the clocks. */
    void look() {
        Field start = of(FlightEvents.Action.class).start;
        if (start == null) {
            return;
        }
        long before = System.nanoTime();
        probe.begin();
        nanos = before + (System.nanoTime() - before) / 2;
        ticks = get(start, probe);
        if (firstTicks == 0) {
            firstNanos = nanos;
            firstTicks = ticks;
        } else if (nanos > firstNanos) {
            rate = (ticks - firstTicks) / (double) (nanos - firstNanos);
        }
    }

    private static long get(Field field, Object of) {
        try {
            return field.getLong(of);
        } catch (IllegalAccessException denied) {
            throw new IllegalStateException(denied); // the field was made accessible
        }
    }

    /** Sets the times of an event, by {@link System#nanoTime}, if the fields exist. */
    void stamp(Event event, long began, long ended) {
        Fields of = of(event.getClass());
        if (of.start != null && ticks != 0) {
            try {
                of.start.setLong(event, ticks + (long) ((began - nanos) * rate));
                of.duration.setLong(event, Math.max(1, (long) ((ended - began) * rate)));
            } catch (IllegalAccessException denied) {
                throw new IllegalStateException(denied);
            }
        }
    }
}
