package org.anabranch.itest;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceListener;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Waits for services by name, so that no class of theirs is needed. */
final class Services {
    private static final long LIMIT_SECONDS = 20;

    private Services() {}

    static void await(BundleContext context, String name)
            throws InterruptedException, InvalidSyntaxException {
        CountDownLatch there = new CountDownLatch(1);
        ServiceListener listener = event -> there.countDown();
        context.addServiceListener(listener, "(" + Constants.OBJECTCLASS + "=" + name + ")");
        try {
            if (context.getAllServiceReferences(name, null) == null) {
                assertTrue(there.await(LIMIT_SECONDS, TimeUnit.SECONDS), name + " does not come");
            }
        } finally {
            context.removeServiceListener(listener);
        }
    }
}
