package org.anabranch.events;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The mapping between numbers in events and the names and domains that they stand for. It only
 * grows, up to a limit: later names share one number, {@link #OTHERS}. Thread-safe; looking up a
 * known name never waits for a thread that adds one.
 */
public final class Dictionary {
    /** The largest number of names. */
    public static final int MOST_NAMES = 1 << 16;

    /** The number of all names beyond the limit. */
    public static final int OTHERS = 1;

    /** The number of characters kept of a longer name. */
    public static final int LONGEST_NAME = 300;

    private final ConcurrentHashMap<String, Integer> numbers = new ConcurrentHashMap<>();
    private volatile String[] names = new String[64];
    private int count = 2;
    private final List<DomainEntry> domains = new ArrayList<>();

    /** Creates a dictionary with the empty name, number 0, and the name of {@link #OTHERS}. */
    public Dictionary() {
        names[0] = "";
        names[OTHERS] = "(other names)";
        numbers.put("", 0);
    }

    /**
     * {@return the number of a name, which is added if it is new}
     *
     * @param name of any length; cut at {@link #LONGEST_NAME} characters
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
        names = all; // before the number is published
        numbers.put(name, count);
        return count++;
    }

    /**
     * {@return the name with a number; empty if there is none}
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
     * @param host true if its lanes are workers
     * @return its entry, or the last entry, shared by all others, if there are too many
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
     * {@return the domain with a number, or null if there is none}
     *
     * @param number as in an event
     */
    public synchronized DomainEntry domain(int number) {
        return number >= 0 && number < domains.size() ? domains.get(number) : null;
    }

    /**
     * {@return the name of a domain, with the generation of one that came back}
     *
     * @param number as in an event
     */
    public String domainName(int number) {
        DomainEntry entry = domain(number);
        return entry != null
                ? entry.name()
                : number == Events.NOWHERE ? "nowhere" : "domain " + number;
    }

    /** {@return all domains that were ever added, by number} */
    public synchronized List<DomainEntry> domains() {
        return List.copyOf(domains);
    }
}
