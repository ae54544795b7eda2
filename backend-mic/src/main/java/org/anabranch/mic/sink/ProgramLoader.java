package org.anabranch.mic.sink;

import java.io.ByteArrayInputStream;
import java.io.InputStream;

/**
 * The classes of a plain program on the other side, which is asked for each of them once. What the
 * card has itself (the JDK, the {@code api}) is taken from there.
 */
final class ProgramLoader extends ClassLoader {

    /** Asks the other side. */
    interface Source {
        /** {@return the bytes of a class file or resource, or null if it is not there} */
        byte[] fetch(long loader, String name);
    }

    private final long number;
    private final Source source;
    private int uses; // guarded by the store

    static {
        registerAsParallelCapable();
    }

    ProgramLoader(long number, Source source) {
        super("program " + number, ProgramLoader.class.getClassLoader());
        this.number = number;
        this.source = source;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] bytes = source.fetch(number, name.replace('.', '/') + ".class");
        if (bytes == null) {
            throw new ClassNotFoundException(name + ", neither here nor in the program");
        }
        return defineClass(name, bytes, 0, bytes.length);
    }

    @Override
    public InputStream getResourceAsStream(String name) {
        InputStream own = super.getResourceAsStream(name);
        if (own != null) {
            return own;
        }
        byte[] bytes = source.fetch(number, name);
        return bytes == null ? null : new ByteArrayInputStream(bytes);
    }

    void use() {
        uses++;
    }

    /** Returns true if it is unused from now on. */
    boolean unuse() {
        return --uses == 0;
    }
}
