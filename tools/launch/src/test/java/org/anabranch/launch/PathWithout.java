package org.anabranch.launch;

import java.io.IOException;
import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.JarFile;

/** The class path of the tests, as if some of its bundles were not there. */
final class PathWithout extends ClassLoader {
    private final List<String> hidden;
    private final boolean frameworkHidden;

    PathWithout(boolean frameworkHidden, String... hidden) {
        super(PathWithout.class.getClassLoader());
        this.frameworkHidden = frameworkHidden;
        this.hidden = List.of(hidden);
    }

    @Override
    public URL getResource(String name) {
        URL found = super.getResource(name);
        boolean isHidden = found != null && hidden.stream().anyMatch(found.toString()::contains);
        return isHidden ? null : found;
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
        if (frameworkHidden && name.endsWith("FrameworkFactory")) {
            return Collections.emptyEnumeration();
        }
        List<URL> all = Collections.list(super.getResources(name));
        if (name.equals(JarFile.MANIFEST_NAME)) {
            all.removeIf(url -> hidden.stream().anyMatch(url.toString()::contains));
        }
        return Collections.enumeration(all);
    }
}
