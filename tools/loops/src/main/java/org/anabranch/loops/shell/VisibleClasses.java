package org.anabranch.loops.shell;

import org.osgi.framework.BundleReference;
import org.osgi.framework.wiring.BundleWiring;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;

import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.JavaFileObject.Kind;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardLocation;

/**
 * A file manager that shows a compiler the classes visible to a bundle, its own and those that it
 * imports; outside a framework, the class path.
 */
final class VisibleClasses extends ForwardingJavaFileManager<JavaFileManager> {
    private final ClassLoader loader;

    VisibleClasses(JavaFileManager files, ClassLoader loader) {
        super(files);
        this.loader = loader;
    }

    @Override
    public Iterable<JavaFileObject> list(
            Location location, String packageName, Set<Kind> kinds, boolean recurse)
            throws IOException {
        Iterable<JavaFileObject> known = super.list(location, packageName, kinds, recurse);
        boolean asked = location == StandardLocation.CLASS_PATH && kinds.contains(Kind.CLASS);
        if (!asked || !(loader instanceof BundleReference reference)) {
            return known;
        }
        List<JavaFileObject> all = new ArrayList<>();
        known.forEach(all::add);
        String folder = packageName.replace('.', '/');
        int options = recurse ? BundleWiring.LISTRESOURCES_RECURSE : 0;
        BundleWiring wiring = reference.getBundle().adapt(BundleWiring.class);
        Collection<String> paths = wiring.listResources(folder, "*.class", options);
        for (String path : paths) {
            all.add(new Visible(path, loader.getResource(path)));
        }
        return all;
    }

    @Override
    public String inferBinaryName(Location location, JavaFileObject file) {
        return file instanceof Visible visible
                ? visible.name
                : super.inferBinaryName(location, file);
    }

    private static final class Visible extends SimpleJavaFileObject {
        private final URL url;
        private final String name;

        Visible(String path, URL url) {
            super(uri(path), Kind.CLASS);
            this.url = url;
            name = path.substring(0, path.length() - ".class".length()).replace('/', '.');
        }

        private static URI uri(String path) {
            try {
                return new URI("bundle", null, "/" + path, null);
            } catch (URISyntaxException impossible) {
                throw new IllegalStateException(impossible);
            }
        }

        @Override
        public InputStream openInputStream() throws IOException {
            return url.openStream();
        }
    }
}
