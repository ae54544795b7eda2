package org.anabranch.product;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import org.anabranch.api.Buffer;
import org.anabranch.api.Kernel;
import org.anabranch.api.Parameter;
import org.anabranch.api.Platform;
import org.anabranch.api.Stream;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;

import java.util.concurrent.CountDownLatch;

/**
 * A plug-in with something of everything that the page shows: a kernel whose name would be markup,
 * one that fails with such a text, and one that does not end until the plug-in is stopped, with
 * another that waits for it.
 */
public final class SeenPlugin implements BundleActivator {
    static final String HOSTILE = "</script><img src=x onerror=alert(1)>";

    private final CountDownLatch end = new CountDownLatch(1);

    private static Kernel kernel(String name, Runnable body) {
        return Kernel.of(name, Parameter.inOut("y")).java((piece, arguments) -> body.run());
    }

    private void await() {
        try {
            end.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private static void fail() {
        throw new IllegalStateException("no <b>luck</b>");
    }

    @Override
    public void start(BundleContext context) {
        Platform platform = context.getService(context.getServiceReference(Platform.class));
        Buffer y = platform.buffer(JAVA_INT, 16);
        Stream stream = platform.stream();
        stream.run(kernel(HOSTILE, () -> {}), y.all().inOut());
        platform.stream()
                .run(
                        kernel("broken", SeenPlugin::fail),
                        platform.buffer(JAVA_INT, 4).all().inOut());
        stream.run(kernel("blocker", this::await), y.all().inOut());
        stream.run(kernel("waiter", () -> {}), y.all().inOut());
    }

    @Override
    public void stop(BundleContext context) {
        end.countDown();
    }
}
