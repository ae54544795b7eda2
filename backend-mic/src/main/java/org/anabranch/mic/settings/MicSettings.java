package org.anabranch.mic.settings;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;
import org.osgi.service.metatype.annotations.Option;

/**
 * Settings of a set of equal cards; a change ends the cards and starts new ones. For unlike cards,
 * several factory configurations of the same PID, each with its own {@link #first}.
 */
@ObjectClassDefinition(name = "Anabranch cards")
public @interface MicSettings {

    @AttributeDefinition(
            description = "Number of cards, each a process of its own",
            min = "0",
            max = "64")
    int cards() default 0;

    @AttributeDefinition(
            description = "Number of the first card: its id is mic:<number>",
            min = "0",
            max = "1048576")
    int first() default 0;

    @AttributeDefinition(description = "Cores of a card", min = "1", max = "1024")
    int cores() default 61;

    @AttributeDefinition(description = "Hardware threads of a core", min = "1", max = "8")
    int threadsPerCore() default 4;

    @AttributeDefinition(
            description = "Hardware threads at the start that nobody may use",
            min = "0",
            max = "64")
    int avoidFirst() default 1;

    @AttributeDefinition(
            description = "Hardware threads at the end that nobody may use",
            min = "0",
            max = "64")
    int avoidLast() default 3;

    @AttributeDefinition(
            description = "Ordinary memory of a card [bytes]",
            min = "1",
            max = "1125899906842624")
    long memory() default 1L << 30;

    @AttributeDefinition(
            description = "Memory of high bandwidth, 0 for none [bytes]",
            min = "0",
            max = "1125899906842624")
    long highBandwidthMemory() default 256L << 20;

    @AttributeDefinition(
            description = "Lanes: operations that a domain works on at a time",
            min = "1",
            max = "256")
    int lanes() default 4;

    @AttributeDefinition(
            description = "How workers are bound to processors",
            options = {
                @Option(label = "none", value = "none"),
                @Option(label = "compact", value = "compact"),
                @Option(label = "scatter", value = "scatter"),
                @Option(label = "balanced", value = "balanced")
            })
    String affinity() default "none";

    @AttributeDefinition(description = "Take memory from a pool of 2 MB blocks")
    boolean pool() default true;

    @AttributeDefinition(
            description = "Size of the window, a multiple of 2 MiB [bytes]",
            min = "2097152",
            max = "1125899906842624")
    long window() default 16L << 20;

    @AttributeDefinition(description = "Folder for the window, of a file system in memory")
    String sharedMemory() default "/dev/shm";

    @AttributeDefinition(
            description = "Imposed bandwidth per direction, 0 for none [bytes/s]",
            min = "0",
            max = "1125899906842624")
    long bandwidth() default 0;

    @AttributeDefinition(
            description = "Imposed latency of a transfer [ns]",
            min = "0",
            max = "1000000000")
    long latency() default 0;

    @AttributeDefinition(description = "Imposed speed of the cores [%]", min = "1", max = "100")
    int speed() default 100;

    @AttributeDefinition(description = "Time between signs of life [ms]", min = "1", max = "60000")
    long beat() default 500;

    @AttributeDefinition(
            description = "Time without a sign of life to the loss [ms]",
            min = "2",
            max = "3600000")
    long patience() default 10_000;

    @AttributeDefinition(
            description = "Time that a card has to start [ms]",
            min = "1",
            max = "3600000")
    long startDeadline() default 20_000;

    @AttributeDefinition(
            description = "Time that closing waits for operations [ms]",
            min = "1",
            max = "3600000")
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
