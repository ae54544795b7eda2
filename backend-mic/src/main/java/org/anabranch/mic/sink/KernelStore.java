package org.anabranch.mic.sink;

import org.anabranch.api.JavaKernel;
import org.anabranch.api.Kernel;
import org.anabranch.mic.link.Origin;
import org.anabranch.mic.link.Received;
import org.anabranch.mic.sink.BundleStore.Wanted;
import org.anabranch.spi.JavaLaunch;
import org.anabranch.spi.Launch;
import org.anabranch.spi.support.ForeignThrowables;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongFunction;

/** The kernels of the card by handle, and the classes they are made of. */
final class KernelStore {

    /** Code that runs a launch in the calling thread. */
    interface Code extends AutoCloseable {
        void run(Launch launch, LongFunction<MemorySegment> memory) throws Exception;

        @Override
        void close();
    }

    private final Map<Long, Loaded> loaded = new ConcurrentHashMap<>();
    private final ProgramLoader.Source source;
    // guarded by this
    private final BundleStore bundles;
    private final Map<Long, ProgramLoader> programs = new HashMap<>();

    private static final class Loaded {
        private static final long SHORT_NANOS = 10_000;
        private static final int OFTEN = 4;

        final int domain;
        final Code code;
        private volatile int shortRuns; // in a row, roughly: several threads count

        Loaded(int domain, Code code) {
            this.domain = domain;
            this.code = code;
        }

        void took(long nanos) {
            shortRuns = nanos < SHORT_NANOS ? Math.min(OFTEN, shortRuns + 1) : 0;
        }

        boolean isShort() {
            return shortRuns == OFTEN;
        }
    }

    KernelStore(Path folder, ProgramLoader.Source source) {
        this.bundles = new BundleStore(folder);
        this.source = source;
    }

    /**
     * Makes a kernel.
     *
     * @return hashes of bundles that must be received first; empty if it is made
     */
    synchronized List<String> load(int domain, long handle, Received frame) throws Exception {
        String name = frame.text();
        if (frame.body().get() != 0) {
            loaded.put(handle, new Loaded(domain, new OfNative(frame.text(), frame.text())));
            return List.of();
        }
        switch (Origin.values()[frame.body().get()]) {
            case CARD -> put(domain, handle, name, frame, getClass().getClassLoader());
            case PROGRAM -> {
                ProgramLoader program =
                        programs.computeIfAbsent(
                                frame.body().getLong(),
                                number -> new ProgramLoader(number, source));
                put(domain, handle, name, frame, program);
            }
            case BUNDLE -> {
                String shared = frame.text();
                List<Wanted> wanted = new ArrayList<>();
                for (int count = frame.count(1); count > 0; count--) {
                    wanted.add(new Wanted(frame.body().getLong(), frame.text(), frame.text()));
                }
                List<String> lacking = bundles.lacking(wanted);
                if (!lacking.isEmpty()) {
                    return lacking;
                }
                put(domain, handle, name, frame, bundles.resolve(wanted, shared));
            }
        }
        return List.of();
    }

    private void put(int domain, long handle, String name, Received frame, ClassLoader loader)
            throws Exception {
        Kernel kernel;
        try {
            JavaKernel code = JavaCode.make(frame, loader);
            kernel = Kernel.of(name).java(code);
        } catch (ReflectiveOperationException | LinkageError missing) {
            throw new RefusedException(
                    "kernel %s is not there on the card: %s"
                            .formatted(name, ForeignThrowables.text(missing)),
                    missing);
        }
        ProgramLoader program = loader instanceof ProgramLoader one ? one : null;
        loaded.put(handle, new Loaded(domain, new OfJava(kernel, program)));
        if (program != null) {
            program.use();
        }
    }

    /** Keeps a piece of a bundle; the last one makes it whole. */
    synchronized void receive(BundleParts parts, Received frame) {
        String hash = frame.text();
        int length = frame.body().getInt();
        int offset = frame.body().getInt();
        byte[] whole = parts.add(hash, length, offset, frame.bytes());
        if (whole != null) {
            bundles.receive(hash, whole);
        }
    }

    /** Runs a launch of a kernel in the calling thread. */
    void run(Launch launch, LongFunction<MemorySegment> memory) throws Exception {
        Loaded kernel = loaded.get(launch.handle());
        if (kernel == null) {
            throw new RefusedException("there is no kernel with the handle " + launch.handle());
        }
        long begin = System.nanoTime();
        kernel.code.run(launch, memory);
        kernel.took(System.nanoTime() - begin);
    }

    /** Returns true if its latest launches took less time than waking a worker. */
    boolean isShort(long handle) {
        Loaded kernel = loaded.get(handle);
        return kernel != null && kernel.isShort();
    }

    /** Returns whether the handle was that of a kernel. */
    boolean release(long handle) {
        Loaded kernel = loaded.remove(handle);
        if (kernel != null) {
            kernel.code.close();
        }
        return kernel != null;
    }

    void releaseAll(int domain) {
        loaded.forEach(
                (handle, kernel) -> {
                    if (kernel.domain == domain) {
                        release(handle);
                    }
                });
    }

    private final class OfJava implements Code {
        private final Kernel kernel;
        private final ProgramLoader program;

        OfJava(Kernel kernel, ProgramLoader program) {
            this.kernel = kernel;
            this.program = program;
        }

        @Override
        public void run(Launch launch, LongFunction<MemorySegment> memory) throws Exception {
            JavaLaunch.run(
                    new Launch(launch.handle(), kernel, launch.piece(), launch.arguments()),
                    memory);
        }

        @Override
        public void close() {
            synchronized (KernelStore.this) {
                if (program != null && program.unuse()) {
                    programs.values().remove(program);
                }
            }
        }
    }
}
