package org.anabranch.mic.settings;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/**
 * Settings of a set of equal cards; a change ends the cards and starts new ones. For unlike cards,
 * several factory configurations of the same PID, each with its own {@link #first}.
 */
@ObjectClassDefinition(name = "Anabranch cards")
public @interface MicSettings {

    /** {@return the number of cards, at least 0} */
    @AttributeDefinition(description = "Number of cards, each a process of its own")
    int cards() default 0;

    /** {@return the number of the first card} */
    @AttributeDefinition(description = "Number of the first card: its id is mic:<number>")
    int first() default 0;

    /** {@return cores of a card} */
    @AttributeDefinition(description = "Cores of a card")
    int cores() default 61;

    /** {@return hardware threads of a core} */
    @AttributeDefinition(description = "Hardware threads of a core")
    int threadsPerCore() default 4;

    /** {@return hardware threads at the start that are the card's own} */
    @AttributeDefinition(description = "Hardware threads at the start that nobody may use")
    int avoidFirst() default 1;

    /** {@return hardware threads at the end that are the card's own} */
    @AttributeDefinition(description = "Hardware threads at the end that nobody may use")
    int avoidLast() default 3;

    /** {@return ordinary memory in bytes} */
    @AttributeDefinition(description = "Ordinary memory of a card, in bytes")
    long memory() default 1L << 30;

    /** {@return memory of high bandwidth in bytes, 0 for none} */
    @AttributeDefinition(description = "Memory of high bandwidth, in bytes, 0 for none")
    long highBandwidthMemory() default 256L << 20;

    /** {@return in-order queues of a domain} */
    @AttributeDefinition(description = "Lanes: operations that a domain works on at a time")
    int lanes() default 4;

    /** {@return where workers are put} */
    @AttributeDefinition(description = "Affinity: none, compact, scatter or balanced")
    String affinity() default "none";

    /** {@return whether memory comes from a pool of 2 MB blocks} */
    @AttributeDefinition(description = "Take memory from a pool of 2 MB blocks")
    boolean pool() default true;

    /** {@return bytes of the window} */
    @AttributeDefinition(description = "Bytes of the window, a multiple of 2 MiB")
    long window() default 16L << 20;

    /** {@return folder of a file system in memory} */
    @AttributeDefinition(description = "Folder for the window, of a file system in memory")
    String sharedMemory() default "/dev/shm";

    /** {@return imposed bandwidth of each direction in bytes per second, 0 for none} */
    @AttributeDefinition(description = "Imposed bandwidth per direction, in bytes/s, 0 for none")
    long bandwidth() default 0;

    /** {@return imposed latency of a transfer in nanoseconds} */
    @AttributeDefinition(description = "Imposed latency of a transfer, in ns")
    long latency() default 0;

    /** {@return speed of the cores in percent of this machine's} */
    @AttributeDefinition(description = "Imposed speed of the cores, in percent, at most 100")
    int speed() default 100;

    /** {@return milliseconds between signs of life} */
    @AttributeDefinition(description = "Time between signs of life, in ms")
    long beat() default 500;

    /** {@return milliseconds without a sign of life after which a card is lost} */
    @AttributeDefinition(description = "Time without a sign of life to the loss, in ms")
    long patience() default 10_000;

    /** {@return milliseconds that a card has to start} */
    @AttributeDefinition(description = "Time that a card has to start, in ms")
    long startDeadline() default 20_000;

    /** {@return milliseconds that closing waits for what is outstanding} */
    @AttributeDefinition(description = "Time that closing waits for operations, in ms")
    long closeDeadline() default 10_000;

    /** {@return whether cards take and give tasks} */
    @AttributeDefinition(description = "Schedule tasks on the card, which can be stolen")
    boolean stealPort() default true;

    /** {@return where a card listens that runs elsewhere; empty for child processes} */
    @AttributeDefinition(description = "host:port of a card that runs elsewhere; empty: here")
    String remote() default "";

    /** {@return this side's key for a remote card} */
    @AttributeDefinition(description = "PKCS#12 file with this side's key, for a remote card")
    String keyStore() default "";

    /** {@return the certificates that a remote card may have} */
    @AttributeDefinition(description = "PKCS#12 file with the certificate of a remote card")
    String trustStore() default "";

    /** {@return a file with the password of both stores} */
    @AttributeDefinition(description = "File that holds the password of both stores")
    String passwordFile() default "";
}
