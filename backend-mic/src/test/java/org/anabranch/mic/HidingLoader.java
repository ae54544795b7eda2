package org.anabranch.mic;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;

/** Loads one class by itself, and later does not give its class file away. */
final class HidingLoader extends URLClassLoader {
    private final String name;
    private boolean hidden;

    HidingLoader(Path classes, String name) throws IOException {
        super(new URL[] {classes.toUri().toURL()}, HidingLoader.class.getClassLoader());
        this.name = name;
    }

    @Override
    protected Class<?> loadClass(String wanted, boolean resolve) throws ClassNotFoundException {
        Class<?> loaded = findLoadedClass(wanted);
        return loaded != null
                ? loaded
                : wanted.equals(name) ? findClass(wanted) : super.loadClass(wanted, resolve);
    }

    Object instance(Object... arguments) throws ReflectiveOperationException {
        Constructor<?> constructor = loadClass(name).getDeclaredConstructors()[0];
        constructor.setAccessible(true);
        return constructor.newInstance(arguments);
    }

    void hide() {
        hidden = true;
    }

    @Override
    public InputStream getResourceAsStream(String file) {
        return hidden ? null : super.getResourceAsStream(file);
    }
}
