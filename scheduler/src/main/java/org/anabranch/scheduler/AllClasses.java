package org.anabranch.scheduler;

import org.anabranch.scheduler.pool.ForeignCode;
import org.osgi.framework.Bundle;
import org.osgi.framework.FrameworkUtil;

import java.lang.System.Logger.Level;
import java.net.URL;
import java.time.Duration;
import java.util.Collections;

/**
 * All classes of this bundle, loaded when the engine starts. Later there may be nothing to load
 * them from, since programs may hold platforms, streams and scopes for longer than the bundle is
 * there; or no memory, and then a class that is initialized is lost for good.
 */
final class AllClasses {
    private static final String SUFFIX = ".class";

    private AllClasses() {}

    static void load() {
        boolean _ = Duration.ZERO.isZero(); // the same for one of Java's own
        Bundle bundle = FrameworkUtil.getBundle(AllClasses.class);
        if (bundle == null) {
            return; // its classes do not go before the program does
        }
        ClassLoader loader = AllClasses.class.getClassLoader();
        String root = AllClasses.class.getPackageName().replace('.', '/');
        for (URL entry : Collections.list(bundle.findEntries(root, "*" + SUFFIX, true))) {
            String path = entry.getPath();
            String name =
                    path.substring(path.indexOf(root), path.length() - SUFFIX.length())
                            .replace('/', '.');
            try {
                Class.forName(name, true, loader);
            } catch (ClassNotFoundException | LinkageError missing) {
                ForeignCode.log(Level.WARNING, "a class of the engine is not there: " + missing);
            }
        }
    }
}
