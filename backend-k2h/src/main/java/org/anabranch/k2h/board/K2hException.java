package org.anabranch.k2h.board;

/** Thrown when the model rejects an operation; the message names the operation and the place. */
public class K2hException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** Creates an exception with a message. */
    public K2hException(String message) {
        super(message);
    }

    /** Creates an exception with a message and a cause. */
    public K2hException(String message, Throwable cause) {
        super(message, cause);
    }

    /**
     * Thrown when a queue, region or descriptor is used in a way that the hardware does not permit
     * (K2H-Q1, Q2).
     */
    public static final class Queue extends K2hException {
        private static final long serialVersionUID = 1;

        /**
         * Creates an exception.
         *
         * @param message names the queue, region or descriptor
         */
        public Queue(String message) {
            super(message);
        }
    }

    /** Thrown when MSMC or DDR has no room (K2H-P3). */
    public static final class Exhausted extends K2hException {
        private static final long serialVersionUID = 1;

        /** Creates an exception for a full memory. */
        public Exhausted(String message) {
            super(message);
        }
    }

    /** Thrown when this core cannot use an address (K2H-M6). */
    public static final class AddressTrap extends K2hException {
        private static final long serialVersionUID = 1;

        private final long address;

        /**
         * Creates an exception for an address.
         *
         * @param address that was used
         */
        public AddressTrap(String message, long address) {
            super(message);
            this.address = address;
        }

        /** {@return the address that was used} */
        public long address() {
            return address;
        }
    }

    /**
     * Thrown for a program that is wrong before it runs: a function missing in an image, a task for
     * DSPs on a board without any.
     */
    public static final class Program extends K2hException {
        private static final long serialVersionUID = 1;

        /**
         * Creates an exception.
         *
         * @param message names the function or argument
         */
        public Program(String message) {
            super(message);
        }
    }

    /** Thrown for an invalid board file. */
    public static final class InvalidBoard extends K2hException {
        private static final long serialVersionUID = 1;

        private final String file;
        private final int line;

        /**
         * Creates an exception.
         *
         * @param file its name
         * @param line from 1, or 0 if no single line is to blame
         * @param problem names key, value and valid values
         */
        public InvalidBoard(String file, int line, String problem) {
            super(file + (line > 0 ? ":" + line : "") + ": " + problem);
            this.file = file;
            this.line = line;
        }

        /** {@return the name of the file} */
        public String file() {
            return file;
        }

        /** {@return the line, from 1, or 0 if no single line is to blame} */
        public int line() {
            return line;
        }
    }
}
