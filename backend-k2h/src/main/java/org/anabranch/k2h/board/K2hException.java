package org.anabranch.k2h.board;

/** The model refused something; the message names what, and where. */
public class K2hException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** Says what happened. */
    public K2hException(String message) {
        super(message);
    }

    /** Says what happened, and why. */
    public K2hException(String message, Throwable cause) {
        super(message, cause);
    }

    /** A queue, region or descriptor was used as the hardware does not allow (K2H-Q1, Q2). */
    public static final class Queue extends K2hException {
        private static final long serialVersionUID = 1;

        /**
         * Says what was wrong.
         *
         * @param message names the queue, region or descriptor
         */
        public Queue(String message) {
            super(message);
        }
    }

    /** MSMC or DDR has no room (K2H-P3). */
    public static final class Exhausted extends K2hException {
        private static final long serialVersionUID = 1;

        /** Says what is full. */
        public Exhausted(String message) {
            super(message);
        }
    }

    /** An address that this core cannot use (K2H-M6). */
    public static final class AddressTrap extends K2hException {
        private static final long serialVersionUID = 1;

        private final long address;

        /**
         * Says which.
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
     * A program that is wrong before it runs: a function missing in an image, a task for DSPs that
     * are not there.
     */
    public static final class Program extends K2hException {
        private static final long serialVersionUID = 1;

        /**
         * Says what is wrong.
         *
         * @param message names the function or argument
         */
        public Program(String message) {
            super(message);
        }
    }

    /** The text of a board that is none. */
    public static final class InvalidBoard extends K2hException {
        private static final long serialVersionUID = 1;

        private final String file;
        private final int line;

        /**
         * Says where and why.
         *
         * @param file its name
         * @param line from 1, or 0 if no single line is to blame
         * @param problem names key, value and what is possible
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
