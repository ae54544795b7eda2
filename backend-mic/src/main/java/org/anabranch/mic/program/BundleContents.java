package org.anabranch.mic.program;

import org.anabranch.api.Kernel;
import org.osgi.framework.Bundle;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.namespace.HostNamespace;
import org.osgi.framework.namespace.PackageNamespace;
import org.osgi.framework.wiring.BundleCapability;
import org.osgi.framework.wiring.BundleRevision;
import org.osgi.framework.wiring.BundleWire;
import org.osgi.framework.wiring.BundleWiring;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Bundles of this framework as they are sent to a card: packed again from their entries, always to
 * the same bytes, known by their hash. The card resolves and never starts them, so what they
 * require but packages and bundles is left out. For any thread.
 */
public final class BundleContents {
    private static final Pattern OF_THE_CARD =
            Pattern.compile("org\\.anabranch\\.(api|spi|events)(\\..*)?");

    private final Map<Long, Content> contents = new HashMap<>(); // guarded by this

    /** A bundle's bytes. */
    public record Content(long id, long modified, String name, String hash, byte[] jar) {}

    /** The bundles that a kernel needs on the card, its own first, and the packages of the card. */
    public record Closure(List<Content> bundles, String shared) {}

    /** The bundle of a class, or null if it is of none, or there is no framework. */
    public static Bundle of(Class<?> type) {
        try {
            Bundle bundle = FrameworkUtil.getBundle(type);
            return bundle == null || bundle.getBundleId() == 0 ? null : bundle;
        } catch (LinkageError noFramework) {
            return null;
        }
    }

    public synchronized Content of(Bundle bundle) {
        return contents.compute(
                bundle.getBundleId(),
                (id, known) ->
                        known != null && known.modified == bundle.getLastModified()
                                ? known
                                : pack(bundle));
    }

    /** Follows the wires of packages and bundles, and finds fragments. */
    public Closure closure(Bundle start) {
        Bundle api = of(Kernel.class);
        SequencedMap<Bundle, Content> found = new LinkedHashMap<>();
        Set<String> shared = new TreeSet<>();
        List<Bundle> open = new ArrayList<>(List.of(start));
        while (!open.isEmpty()) {
            Bundle bundle = open.removeLast();
            BundleWiring wiring = bundle.adapt(BundleWiring.class);
            if (wiring == null || found.putIfAbsent(bundle, of(bundle)) != null) {
                continue;
            }
            for (BundleWire wire : wiring.getRequiredWires(null)) {
                Bundle provider = wire.getProvider().getBundle();
                if (provider.equals(api) || provider.getBundleId() == 0) {
                    share(wire, shared);
                } else if (Set.of(
                                PackageNamespace.PACKAGE_NAMESPACE,
                                BundleRevision.BUNDLE_NAMESPACE,
                                HostNamespace.HOST_NAMESPACE)
                        .contains(wire.getRequirement().getNamespace())) {
                    open.add(provider);
                }
            }
            for (BundleWire wire : wiring.getProvidedWires(HostNamespace.HOST_NAMESPACE)) {
                open.add(wire.getRequirer().getBundle());
            }
        }
        return new Closure(List.copyOf(found.values()), String.join(",", shared));
    }

    /**
     * Shares all packages of the provider that the card has, and not only the one that is wired:
     * the card's framework starts once, and bundles of later kernels may import others.
     */
    private static void share(BundleWire wire, Set<String> shared) {
        for (BundleCapability one :
                wire.getProviderWiring().getCapabilities(PackageNamespace.PACKAGE_NAMESPACE)) {
            Map<String, Object> exported = one.getAttributes();
            if (exported.get(PackageNamespace.PACKAGE_NAMESPACE) instanceof String name
                    && OF_THE_CARD.matcher(name).matches()) {
                shared.add(name + ";version=" + exported.get("version"));
            }
        }
    }

    private static Content pack(Bundle bundle) {
        try {
            byte[] jar = jar(bundle);
            String hash =
                    HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(jar));
            return new Content(
                    bundle.getBundleId(),
                    bundle.getLastModified(),
                    bundle.getSymbolicName(),
                    hash,
                    jar);
        } catch (IOException | NoSuchAlgorithmException unreadable) {
            throw new IllegalStateException(
                    "the bundle " + bundle + " cannot be read: " + unreadable, unreadable);
        }
    }

    private static byte[] jar(Bundle bundle) throws IOException {
        Map<String, URL> entries = new TreeMap<>();
        for (URL entry : Collections.list(bundle.findEntries("/", "*", true))) {
            String name = entry.getPath().substring(1);
            if (!name.endsWith("/") && !name.equals(JarFile.MANIFEST_NAME)) {
                entries.put(name, entry);
            }
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            put(zip, JarFile.MANIFEST_NAME, manifest(bundle));
            for (Map.Entry<String, URL> entry : entries.entrySet()) {
                try (InputStream content = entry.getValue().openStream()) {
                    put(zip, entry.getKey(), content.readAllBytes());
                }
            }
        }
        return bytes.toByteArray();
    }

    private static byte[] manifest(Bundle bundle) throws IOException {
        Manifest manifest = new Manifest();
        try (InputStream own = bundle.getEntry(JarFile.MANIFEST_NAME).openStream()) {
            Attributes main = new Manifest(own).getMainAttributes();
            main.remove(new Attributes.Name("Require-Capability"));
            manifest.getMainAttributes().putAll(main);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        manifest.write(bytes);
        return bytes.toByteArray();
    }

    /** Stored, not deflated: it is read once. */
    private static void put(ZipOutputStream zip, String name, byte[] content) throws IOException {
        CRC32 sum = new CRC32();
        sum.update(content);
        ZipEntry entry = new ZipEntry(name);
        entry.setTime(0);
        entry.setMethod(ZipEntry.STORED);
        entry.setSize(content.length);
        entry.setCrc(sum.getValue());
        zip.putNextEntry(entry);
        zip.write(content);
        zip.closeEntry();
    }
}
