package org.anabranch.events;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The names and domains that events have as numbers. It only grows, up to a limit: later names are
 * all one, {@link #OTHERS}. For any thread; who knows a name by now does not wait for who adds one.
 */
public final class Dictionary {
    /** So many names at most. */
    public static final int MOST_NAMES = 1 << 16;

    /** The number of names for which there was no room. */
    public static final int OTHERS = 1;

    /** Of such names, and of what is longer, so many characters are kept. */
    public static final int LONGEST_NAME = 300;

    private final ConcurrentHashMap<String, Integer> numbers = new ConcurrentHashMap<>();
    private volatile String[] names = new String[64];
    private int count = 2;
    private final List<DomainEntry> domains = new ArrayList<>();

    /** Has the empty name, 0, and that for others. */
    public Dictionary() {
        names[0] = "";
        names[OTHERS] = "(other names)";
        numbers.put("", 0);
    }

    /**
     * {@return the number of a name, which is added if it is new}
     *
     * @param name of any length; cut if it is long
     */
    public int number(String name) {
        Integer known = numbers.get(name);
        return known != null ? known : add(name);
    }

    private synchronized int add(String given) {
        String name =
                given.length() > LONGEST_NAME ? given.substring(0, LONGEST_NAME) + "…" : given;
        Integer known = numbers.get(name);
        if (known != null) {
            return known;
        }
        if (count == MOST_NAMES) {
            return OTHERS;
        }
        String[] all = names;
        if (count == all.length) {
            all = Arrays.copyOf(all, 2 * count);
        }
        all[count] = name;
        names = all; // who reads the number of an event sees the name
        numbers.put(name, count);
        return count++;
    }

    /**
     * {@return the name of that number; empty if there is none}
     *
     * @param number as in an event
     */
    public String name(int number) {
        String[] all = names;
        String name = number >= 0 && number < all.length ? all[number] : null;
        return name == null ? "" : name;
    }

    /**
     * Adds a domain.
     *
     * @param id of the domain
     * @param kind of the domain
     * @param generation of the domain
     * @param host whether its lanes are workers
     * @return how it is named, or the last one, for all others, if there are too many
     */
    public synchronized DomainEntry addDomain(
            String id, String kind, int generation, boolean host) {
        if (domains.size() == Events.NOWHERE - 1) {
            domains.add(new DomainEntry(domains.size(), "(other domains)", "", 1, false));
        }
        if (domains.size() == Events.NOWHERE) {
            return domains.getLast();
        }
        DomainEntry added = new DomainEntry(domains.size(), id, kind, generation, host);
        domains.add(added);
        return added;
    }

    /**
     * {@return a domain; null if there is none of that number}
     *
     * @param number as in an event
     */
    public synchronized DomainEntry domain(int number) {
        return number >= 0 && number < domains.size() ? domains.get(number) : null;
    }

    /** {@return all domains there have been, by number} */
    public synchronized List<DomainEntry> domains() {
        return List.copyOf(domains);
    }
}
