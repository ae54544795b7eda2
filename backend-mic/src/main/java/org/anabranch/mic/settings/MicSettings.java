package org.anabranch.mic.settings;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/**
 * Settings of a set of equal cards; a change ends the cards and starts new ones. For unlike cards,
 * several factory configurations of the same PID, each with its own {@link #first}.
 */
@ObjectClassDefinition(name = "Anabranch cards")
public @interface MicSettings {

    @AttributeDefinition(description = "Number of cards, each a process of its own")
    int cards() default 0;

    @AttributeDefinition(description = "Number of the first card: its id is mic:<number>")
    int first() default 0;

    @AttributeDefinition(description = "Cores of a card")
    int cores() default 61;

    @AttributeDefinition(description = "Hardware threads of a core")
    int threadsPerCore() default 4;

    @AttributeDefinition(description = "Hardware threads at the start that nobody may use")
    int avoidFirst() default 1;

    @AttributeDefinition(description = "Hardware threads at the end that nobody may use")
    int avoidLast() default 3;

    @AttributeDefinition(description = "Ordinary memory of a card, in bytes")
    long memory() default 1L << 30;

    @AttributeDefinition(description = "Memory of high bandwidth, in bytes, 0 for none")
    long highBandwidthMemory() default 256L << 20;

    @AttributeDefinition(description = "Lanes: operations that a domain works on at a time")
    int lanes() default 4;

    @AttributeDefinition(description = "Affinity: none, compact, scatter or balanced")
    String affinity() default "none";

    @AttributeDefinition(description = "Take memory from a pool of 2 MB blocks")
    boolean pool() default true;

    @AttributeDefinition(description = "Bytes of the window, a multiple of 2 MiB")
    long window() default 16L << 20;

    @AttributeDefinition(description = "Folder for the window, of a file system in memory")
    String sharedMemory() default "/dev/shm";

    @AttributeDefinition(description = "Imposed bandwidth per direction, in bytes/s, 0 for none")
    long bandwidth() default 0;

    @AttributeDefinition(description = "Imposed latency of a transfer, in ns")
    long latency() default 0;

    @AttributeDefinition(description = "Imposed speed of the cores, in percent, at most 100")
    int speed() default 100;

    @AttributeDefinition(description = "Time between signs of life, in ms")
    long beat() default 500;

    @AttributeDefinition(description = "Time without a sign of life to the loss, in ms")
    long patience() default 10_000;

    @AttributeDefinition(description = "Time that a card has to start, in ms")
    long startDeadline() default 20_000;

    @AttributeDefinition(description = "Time that closing waits for operations, in ms")
    long closeDeadline() default 10_000;

    @AttributeDefinition(description = "Schedule tasks on the card, which can be stolen")
    boolean stealPort() default true;

    @AttributeDefinition(description = "host:port of a card that runs elsewhere; empty: here")
    String remote() default "";

    @AttributeDefinition(description = "PKCS#12 file with this side's key, for a remote card")
    String keyStore() default "";

    @AttributeDefinition(description = "PKCS#12 file with the certificate of a remote card")
    String trustStore() default "";

    @AttributeDefinition(description = "File that holds the password of both stores")
    String passwordFile() default "";
}
