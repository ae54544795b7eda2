package org.anabranch.mic.sink;

import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkEvent;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;
import org.osgi.framework.wiring.BundleWiring;
import org.osgi.framework.wiring.FrameworkWiring;

import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.CountDownLatch;

/**
 * A framework of the card's own, for the bundles that kernels live in. They are resolved, never
 * started: a card wants their classes, not their services. A bundle is known by its id on the host,
 * so that an update there is an update here. Not safe for several threads.
 */
final class BundleStore {

    /** A bundle as the host has it: what it is called, and what is in it. */
    record Wanted(long id, String name, String hash) {}

    private final Path folder;
    private final Map<Long, Bundle> installed = new HashMap<>();
    private final Map<Long, String> hashes = new HashMap<>();
    private final Map<String, byte[]> received = new HashMap<>();
    private Framework framework;

    BundleStore(Path folder) {
        this.folder = folder;
    }

    /** The hashes that must be sent first. */
    List<String> lacking(List<Wanted> bundles) {
        return bundles.stream()
                .filter(one -> !one.hash.equals(hashes.get(one.id)))
                .map(Wanted::hash)
                .filter(hash -> !received.containsKey(hash))
                .toList();
    }

    void receive(String hash, byte[] content) {
        received.put(hash, content);
    }

    /**
     * Installs, updates and resolves.
     *
     * @param bundles the one whose loader is wanted, and all that it is wired to
     * @param shared packages of the card's class path that bundles may import
     */
    ClassLoader resolve(List<Wanted> bundles, String shared) throws Exception {
        start(shared);
        List<Bundle> changed = new ArrayList<>();
        for (Wanted bundle : bundles) {
            if (!bundle.hash.equals(hashes.get(bundle.id))) {
                put(bundle, changed);
            }
        }
        bundles.forEach(bundle -> received.remove(bundle.hash));
        if (!changed.isEmpty()) {
            refresh(changed);
        }
        Bundle first = installed.get(bundles.getFirst().id);
        if (!framework.adapt(FrameworkWiring.class).resolveBundles(List.of(first))) {
            throw new RefusedException(
                    "the bundle %s does not resolve on the card: %s"
                            .formatted(bundles.getFirst().name, why(first)));
        }
        return first.adapt(BundleWiring.class).getClassLoader();
    }

    private void put(Wanted bundle, List<Bundle> changed) throws BundleException {
        ByteArrayInputStream content = new ByteArrayInputStream(received.get(bundle.hash));
        Bundle old = installed.get(bundle.id);
        if (old == null) {
            installed.put(bundle.id, install(bundle, content));
        } else {
            old.update(content);
            changed.add(old);
        }
        hashes.put(bundle.id, bundle.hash);
    }

    /** Says why not: a framework keeps that in the cause, which is not sent to the host. */
    private Bundle install(Wanted bundle, ByteArrayInputStream content) {
        try {
            return framework.getBundleContext().installBundle("host:" + bundle.id, content);
        } catch (BundleException refused) {
            throw new RefusedException(
                    "the bundle %s cannot be installed on the card: %s (%s)"
                            .formatted(bundle.name, refused.getMessage(), refused.getCause()),
                    refused);
        }
    }

    private void refresh(List<Bundle> changed) throws InterruptedException {
        CountDownLatch refreshed = new CountDownLatch(1);
        framework
                .adapt(FrameworkWiring.class)
                .refreshBundles(
                        changed,
                        event -> {
                            if (event.getType() == FrameworkEvent.PACKAGES_REFRESHED) {
                                refreshed.countDown();
                            }
                        });
        refreshed.await();
    }

    private static String why(Bundle bundle) {
        try {
            bundle.start(Bundle.START_TRANSIENT);
            return "no reason given";
        } catch (BundleException reason) {
            return reason.getMessage();
        }
    }

    private void start(String shared) throws BundleException {
        if (framework != null) {
            return;
        }
        Map<String, String> settings =
                Map.of(
                        Constants.FRAMEWORK_STORAGE,
                        folder.resolve("bundles").toString(),
                        Constants.FRAMEWORK_SYSTEMPACKAGES_EXTRA,
                        shared,
                        "felix.log.level",
                        "1");
        framework =
                ServiceLoader.load(FrameworkFactory.class)
                        .findFirst()
                        .orElseThrow(() -> new RefusedException("the card has no framework"))
                        .newFramework(settings);
        framework.start();
    }
}
