package org.anabranch.spi.support;

import org.anabranch.spi.NotStartedException;
import org.anabranch.spi.Order;

/**
 * Lanes in a heap that is full to the last byte: what cannot be added leaves no trace, and what
 * ends lets the others go. Ends with status 0 if all is so.
 */
final class FullLanesProgram {
    private static final long LIMIT_MILLIS = 60_000;

    private static volatile Object[] head;
    private static final Object[] LAST = new Object[10_000];

    private FullLanesProgram() {}

    private static final class Step extends OrderedLanes.Operation {
        boolean begun;
        boolean refused;

        Step(int lane, long ticket, long... after) {
            super(new Order(lane, ticket, after));
        }

        @Override
        protected void begin(boolean mayEndHere) {
            begun = true;
        }

        @Override
        protected void notStarted(NotStartedException why) {
            refused = true;
        }
    }

    public static void main(String[] args) {
        Thread.ofPlatform().daemon().start(FullLanesProgram::giveUpLater);
        whatCannotBeAdded();
        whatEnds();
        System.exit(0);
    }

    private static void giveUpLater() {
        try {
            Thread.sleep(LIMIT_MILLIS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(2);
    }

    private static void whatCannotBeAdded() {
        OrderedLanes lanes = new OrderedLanes();
        Step before = new Step(0, 1000);
        lanes.add(before);
        Step struck = new Step(0, 1001, 1000);
        boolean full = false;
        takeAll();
        try {
            lanes.add(struck);
        } catch (OutOfMemoryError expected) {
            full = true;
        }
        head = null;
        require(full, "there was memory");
        Step behind = new Step(0, 1002, 1000);
        lanes.add(behind);
        lanes.end(before, null);
        require(behind.begun, "what was not added holds what comes behind it");
        require(!struck.begun, "what was not added begins");
    }

    private static void whatEnds() {
        OrderedLanes lanes = new OrderedLanes();
        Step before = new Step(0, 2000);
        Step named = new Step(1, 2001, 2000);
        Step namedAgain = new Step(2, 2002, 2001);
        Step behind = new Step(1, 2003);
        IllegalStateException planned = new IllegalStateException("planned");
        lanes.add(before);
        lanes.add(named);
        lanes.add(namedAgain);
        lanes.add(behind);
        takeAll();
        lanes.end(before, planned);
        head = null;
        require(named.refused && namedAgain.refused, "what names it does not learn that it failed");
        require(behind.begun, "the lane stands still");
    }

    /** Keeps whatever there is, in pieces that get smaller and smaller. */
    private static void takeAll() {
        for (int length = 1 << 18; length > 0; length /= 2) {
            try {
                while (true) {
                    Object[] more = new Object[length];
                    more[0] = head;
                    head = more;
                }
            } catch (OutOfMemoryError full) {
                continue;
            }
        }
        try {
            for (int i = 0; i < LAST.length; i++) {
                LAST[i] = new Object(); // where the smallest array has no room
            }
        } catch (OutOfMemoryError full) {
            return;
        }
    }

    private static void require(boolean condition, String what) {
        if (!condition) {
            head = null;
            System.out.println("NOT SO: " + what);
            Runtime.getRuntime().halt(1);
        }
    }
}
