package org.anabranch.opencl.command;

/**
 * The commands of a device that have not ended, by ticket: a table with open addressing, since a
 * map of boxed numbers costs more than the driver's part of a small command. Tickets that follow
 * each other are scattered evenly (Knuth, The Art of Computer Programming, 6.4: Fibonacci hashing,
 * algorithm R for removal).
 */
final class LiveCommands {
    private static final int FIRST_BITS = 8;
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private QueuedCommand[] table = new QueuedCommand[1 << FIRST_BITS];
    private int shift = Long.SIZE - FIRST_BITS;
    private int size;

    void put(QueuedCommand command) {
        if (2 * size >= table.length) {
            grow();
        }
        insert(command);
        size++;
    }

    private void insert(QueuedCommand command) {
        int place = home(command.ticket);
        while (table[place] != null) {
            place = next(place);
        }
        table[place] = command;
    }

    private void grow() {
        QueuedCommand[] before = table;
        table = new QueuedCommand[2 * before.length];
        shift--;
        for (QueuedCommand command : before) {
            if (command != null) {
                insert(command);
            }
        }
    }

    /** {@return the command, or null if it has ended or never was} */
    QueuedCommand get(long ticket) {
        QueuedCommand found = table[home(ticket)];
        for (int place = home(ticket); found != null && found.ticket != ticket; ) {
            place = next(place);
            found = table[place];
        }
        return found;
    }

    void remove(long ticket) {
        int gap = home(ticket);
        while (table[gap] == null || table[gap].ticket != ticket) {
            if (table[gap] == null) {
                return;
            }
            gap = next(gap);
        }
        size--;
        for (int place = next(gap); table[place] != null; place = next(place)) {
            int home = home(table[place].ticket);
            boolean between =
                    gap <= place ? gap < home && home <= place : gap < home || home <= place;
            if (!between) {
                table[gap] = table[place];
                gap = place;
            }
        }
        table[gap] = null;
    }

    private int home(long ticket) {
        return (int) (ticket * GOLDEN >>> shift);
    }

    private int next(int place) {
        return place + 1 & table.length - 1;
    }
}
