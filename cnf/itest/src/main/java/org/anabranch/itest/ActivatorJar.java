package org.anabranch.itest;

import org.osgi.framework.BundleActivator;
import org.osgi.framework.Constants;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** A bundle of one class, the activator. */
final class ActivatorJar {
    private ActivatorJar() {}

    static byte[] of(String name, Class<? extends BundleActivator> activator) throws IOException {
        Manifest manifest = new Manifest();
        Attributes headers = manifest.getMainAttributes();
        headers.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        headers.putValue(Constants.BUNDLE_MANIFESTVERSION, "2");
        headers.putValue(Constants.BUNDLE_SYMBOLICNAME, name);
        headers.putValue(Constants.BUNDLE_ACTIVATOR, activator.getName());
        headers.putValue(Constants.IMPORT_PACKAGE, "org.osgi.framework, org.anabranch.api");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        String entry = activator.getName().replace('.', '/') + ".class";
        try (JarOutputStream jar = new JarOutputStream(bytes, manifest);
                InputStream code = activator.getResourceAsStream("/" + entry)) {
            jar.putNextEntry(new JarEntry(entry));
            code.transferTo(jar);
        }
        return bytes.toByteArray();
    }
}
