package org.anabranch.loops.weave;

import org.anabranch.loops.lift.WovenClasses;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Loads the classes of a plain program, with their marked loops woven: {@code new
 * WeavingLoader(urls, parent).loadClass("Main")}. The classes must not be found by the parent, or
 * that loads them as they are.
 */
public final class WeavingLoader extends URLClassLoader {
    static {
        registerAsParallelCapable();
    }

    private final List<String> refusals = Collections.synchronizedList(new ArrayList<>());

    /**
     * A loader.
     *
     * @param urls where the program's classes are
     * @param parent has this package, and all else
     */
    public WeavingLoader(URL[] urls, ClassLoader parent) {
        super(urls, parent);
    }

    /** {@return why marked loops were left as they are, with class, method and line} */
    public List<String> refusals() {
        return List.copyOf(refusals);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] woven = woven(name);
        if (woven == null) {
            return super.findClass(name);
        }
        WovenClasses.keep(this, name, woven);
        return defineClass(name, woven, 0, woven.length);
    }

    private byte[] woven(String name) throws ClassNotFoundException {
        try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
            Weaver weaver = in == null ? null : Weaver.of(in.readAllBytes(), this);
            if (weaver == null) {
                return null;
            }
            byte[] woven = weaver.weave();
            refusals.addAll(weaver.refusals);
            return woven;
        } catch (IOException unreadable) {
            throw new ClassNotFoundException(name, unreadable);
        }
    }
}
