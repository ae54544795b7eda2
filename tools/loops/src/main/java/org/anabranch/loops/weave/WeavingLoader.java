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
 * A class loader for plain programs that weaves marked loops: {@code new WeavingLoader(urls,
 * parent).loadClass("Main")}. The parent must not find the classes, or it would load them without
 * weaving.
 */
public final class WeavingLoader extends URLClassLoader {
    static {
        registerAsParallelCapable();
    }

    private final List<String> refusals = Collections.synchronizedList(new ArrayList<>());

    /**
     * Creates a loader.
     *
     * @param urls locations of the program's classes
     * @param parent has this package, and all else
     */
    public WeavingLoader(URL[] urls, ClassLoader parent) {
        super(urls, parent);
    }

    /** {@return the reasons why marked loops were not woven, with class, method and line} */
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
