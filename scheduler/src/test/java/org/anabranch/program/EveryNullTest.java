package org.anabranch.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.BufferOptions;
import org.anabranch.api.Event;
import org.anabranch.api.Finish;
import org.anabranch.api.FinishOptions;
import org.anabranch.api.IndexBody;
import org.anabranch.api.JavaKernel;
import org.anabranch.api.Job;
import org.anabranch.api.JobRuns;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelArgumentException;
import org.anabranch.api.KernelArguments;
import org.anabranch.api.KernelCode;
import org.anabranch.api.KernelLibrary;
import org.anabranch.api.Loop;
import org.anabranch.api.MappedOperand;
import org.anabranch.api.Mapping;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.Mode;
import org.anabranch.api.Monitor;
import org.anabranch.api.Operand;
import org.anabranch.api.Parameter;
import org.anabranch.api.Place;
import org.anabranch.api.Platform;
import org.anabranch.api.ProcessorMask;
import org.anabranch.api.Progress;
import org.anabranch.api.Promise;
import org.anabranch.api.Region;
import org.anabranch.api.Result;
import org.anabranch.api.Shape;
import org.anabranch.api.Stream;
import org.anabranch.api.StreamOptions;
import org.anabranch.scheduler.BundlePlatform;
import org.anabranch.scheduler.Engine;
import org.anabranch.scheduler.EngineSettings;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;

/**
 * D10: whatever of {@code org.anabranch.api} is given a null says which argument that was, and
 * nothing has happened. Types and methods are found by reflection, so a new one is met here.
 */
@Timeout(60)
class EveryNullTest {
    private static final Kernel NOTHING =
            Kernel.of("nothing", Parameter.inOut("x")).java((piece, arguments) -> {});

    /** Types that programs give to the platform, which calls them with arguments of its own. */
    private static final Set<Class<?>> GIVEN =
            Set.of(
                    Job.class,
                    KernelLibrary.class,
                    JavaKernel.class,
                    Mapping.class,
                    Progress.class,
                    IndexBody.class,
                    IndexBody.Two.class,
                    IndexBody.Three.class);

    /** Where the documentation allows a null, or the type is that of a report. */
    private static final Set<String> NULLABLE =
            Set.of("Promise.complete value", "Parameter.<init> mode");

    /** Lists that are no lists of events. */
    private static final Map<Class<?>, List<?>> LISTS =
            Map.of(
                    Loop.class, List.of(new Loop.Dimension(0, 4, 1, 1)),
                    Shape.class, List.of(4L),
                    JobRuns.Run.class, List.of("word"));

    private final Map<Class<?>, Object> values = new HashMap<>();

    /** Several objects to be called, where there are several classes behind one type. */
    private final Map<Class<?>, List<Object>> receivers = new LinkedHashMap<>();

    private final List<String> faults = new ArrayList<>();
    private int calls;

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void d10_every_null_is_refused_by_name(boolean checked) throws Exception {
        EngineSettings plain = EngineSettings.defaults().withWorkers(1);
        try (Engine engine = Engine.start(checked ? plain.inCheckedMode() : plain);
                BundlePlatform platform = engine.platform("program");
                Arena arena = Arena.ofConfined()) {
            Finish finish = platform.finish();
            prepare(engine, platform, finish, arena);
            Monitor monitor = engine.monitor();
            int buffers = monitor.buffers().size();
            List<Integer> streams = monitor.streams().stream().map(one -> one.id()).toList();
            for (Class<?> type : types()) {
                look(type);
            }
            assertEquals("", String.join("\n", faults));
            assertTrue(calls > 150, "only " + calls + " calls were made");
            assertEquals(buffers, monitor.buffers().size());
            assertEquals(streams, monitor.streams().stream().map(one -> one.id()).toList());
            finish.close(); // nothing that was refused is in it
            platform.stream().barrier().await();
            for (Monitor.StreamReport report : monitor.streams()) {
                assertEquals(0, report.pending(), report::toString);
            }
        }
    }

    private void prepare(Engine engine, Platform platform, Finish finish, Arena arena) {
        Buffer buffer = platform.buffer(JAVA_LONG, 4, 4);
        Stream stream = platform.host().stream();
        Event event = stream.run(NOTHING, buffer.all().inOut());
        event.await();
        Loop loop = Loop.of(0, 4).tile(1);
        Event shared = finish.forasync(loop, NOTHING, buffer.inOut(Mapping.rows()));
        Result<Integer> result = finish.call(() -> 1);
        Stream undeferred = platform.host().stream(StreamOptions.DEFAULT.undeferred());
        Promise<Object> promise = platform.promise();
        List.of(event, shared, result).forEach(Event::await);
        receivers.put(Stream.class, List.of(stream, platform.stream(), undeferred));
        receivers.put(Event.class, List.of(event, shared, result, promise, undeferred.mark()));
        receive(platform, platform.host(), buffer, stream, event, finish, result, promise);
        receive(loop, NOTHING, engine.monitor(), buffer.all(), buffer.shape(), loop.whole());
        receive(Region.of(0, 8), Parameter.in("x"), ProcessorMask.of(0), arena.allocate(64));
        receive(BufferOptions.DEFAULT, StreamOptions.DEFAULT, FinishOptions.DEFAULT);
        values.put(Argument.class, buffer.all().inOut());
        values.put(Operand.class, buffer.all().in());
        values.put(MappedOperand.class, buffer.in(Mapping.rows()));
        values.put(Collection.class, List.of(event));
        values.put(List.class, List.of(event));
        prepareNames();
        prepareBodies();
    }

    /** Collects objects to call methods on and to pass as arguments. */
    private void receive(Object... objects) {
        for (Object one : objects) {
            for (Class<?> type : interfaces(one.getClass())) {
                values.put(type, one);
            }
        }
    }

    private void prepareNames() {
        values.put(Place.class, Place.anywhere());
        values.put(Argument.Scalar.class, Argument.of(1));
        values.put(Mapping.class, Mapping.rows());
        values.put(Mode.class, Mode.READ);
        values.put(MemoryKind.class, MemoryKind.NORMAL);
        values.put(String.class, "host");
        values.put(Number.class, 1);
        values.put(Object.class, "any");
        values.put(Duration.class, Duration.ofMillis(1));
        values.put(ValueLayout.class, JAVA_LONG);
        values.put(Path.class, Path.of("library"));
        values.put(Map.class, Map.of());
        values.put(Optional.class, Optional.empty());
    }

    private void prepareBodies() {
        values.put(Runnable.class, (Runnable) () -> {});
        values.put(Callable.class, (Callable<Integer>) () -> 1);
        values.put(Consumer.class, (Consumer<Object>) any -> {});
        values.put(Throwable.class, new IllegalStateException("given"));
        values.put(IndexBody.class, (IndexBody) i -> {});
        values.put(IndexBody.Two.class, (IndexBody.Two) (i, j) -> {});
        values.put(IndexBody.Three.class, (IndexBody.Three) (i, j, k) -> {});
        values.put(JavaKernel.class, (JavaKernel) (piece, arguments) -> {});
        values.put(KernelCode.class, (JavaKernel) (piece, arguments) -> {});
    }

    private static List<Class<?>> interfaces(Class<?> type) {
        List<Class<?>> all = new ArrayList<>(List.of(type));
        for (Class<?> of = type; of != null; of = of.getSuperclass()) {
            for (Class<?> one : of.getInterfaces()) {
                all.add(one);
                all.addAll(interfaces(one));
            }
        }
        return all;
    }

    /**
     * Returns the types that {@code org.anabranch.api} exports, except exceptions and plain names.
     */
    private static List<Class<?>> types() throws Exception {
        URI place = Platform.class.getResource("Platform.class").toURI();
        if (place.getScheme().equals("jar")) {
            try (FileSystem jar = FileSystems.newFileSystem(place, Map.of())) {
                return types(jar.getPath("/org/anabranch/api"));
            }
        }
        return types(Path.of(place).getParent());
    }

    private static List<Class<?>> types(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".class") && !name.startsWith("package-info"))
                    .sorted()
                    .<Class<?>>map(EveryNullTest::load)
                    .filter(type -> Modifier.isPublic(type.getModifiers()))
                    .filter(type -> !Throwable.class.isAssignableFrom(type) && !type.isEnum())
                    .filter(type -> !GIVEN.contains(type) && type != KernelArguments.class)
                    .filter(type -> type.getEnclosingClass() != Monitor.class)
                    .toList();
        }
    }

    private static Class<?> load(String file) {
        try {
            return Class.forName("org.anabranch.api." + file.replace(".class", ""));
        } catch (ClassNotFoundException gone) {
            throw new UncheckedIOException(new IOException(gone));
        }
    }

    private void look(Class<?> type) {
        for (Constructor<?> constructor : type.getConstructors()) {
            look(constructor, null);
        }
        for (Method method : type.getDeclaredMethods()) {
            if (!Modifier.isPublic(method.getModifiers())
                    || method.isSynthetic()
                    || method.getName().equals("equals")) {
                continue;
            }
            if (Modifier.isStatic(method.getModifiers())) {
                look(method, null);
                continue;
            }
            for (Object receiver : receivers.getOrDefault(type, one(type, method))) {
                look(method, receiver);
            }
        }
    }

    private List<Object> one(Class<?> type, Method method) {
        Object receiver = values.get(type);
        if (receiver == null && referenceParameters(method) > 0) {
            faults.add(
                    "nothing of type " + type.getName() + " to call " + method.getName() + " of");
        }
        return receiver == null ? List.of() : List.of(receiver);
    }

    private static long referenceParameters(Executable call) {
        return Arrays.stream(call.getParameterTypes()).filter(one -> !one.isPrimitive()).count();
    }

    /** Calls with a null, and with a list or an array that has one in it, in each parameter. */
    private void look(Executable call, Object receiver) {
        Class<?>[] types = call.getParameterTypes();
        for (int i = 0; i < types.length; i++) {
            String parameter = call.getParameters()[i].getName();
            if (types[i].isPrimitive() || NULLABLE.contains(said(call) + " " + parameter)) {
                continue;
            }
            attempt(call, receiver, i, null);
            if (types[i].isArray() && !types[i].getComponentType().isPrimitive()) {
                attempt(call, receiver, i, Array.newInstance(types[i].getComponentType(), 1));
            } else if (Collection.class.isAssignableFrom(types[i])) {
                attempt(call, receiver, i, Collections.singletonList(null));
            }
        }
    }

    private static String said(Executable call) {
        return call.getDeclaringClass().getSimpleName()
                + "."
                + (call instanceof Constructor ? "<init>" : call.getName());
    }

    private void attempt(Executable call, Object receiver, int position, Object wrong) {
        Class<?>[] types = call.getParameterTypes();
        Object[] arguments = new Object[types.length];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = i == position ? wrong : value(types[i], call.getDeclaringClass());
            if (i != position && arguments[i] == null) {
                faults.add("no value of type " + types[i].getName() + " for " + call);
                return;
            }
        }
        String parameter = call.getParameters()[position].getName();
        String what =
                said(call)
                        + Arrays.toString(types)
                        + (receiver == null ? "" : " of a " + receiver.getClass().getSimpleName())
                        + " with "
                        + (wrong == null ? "null" : "a null in it")
                        + " as "
                        + parameter;
        calls++;
        try {
            Object _ =
                    call instanceof Method method
                            ? method.invoke(receiver, arguments)
                            : ((Constructor<?>) call).newInstance(arguments);
            faults.add(what + " is accepted");
        } catch (InvocationTargetException thrown) {
            Throwable refusal = thrown.getCause();
            boolean typed =
                    refusal instanceof NullPointerException
                            || refusal instanceof IllegalArgumentException
                            || refusal instanceof KernelArgumentException;
            if (!typed || !names(refusal.getMessage(), parameter)) {
                faults.add(what + " gives " + refusal);
            }
        } catch (ReflectiveOperationException wrongTest) {
            throw new AssertionError(what, wrongTest);
        }
    }

    /**
     * Returns true if a message names a parameter, or an element of it: {@code event 0} of events.
     */
    private static boolean names(String message, String parameter) {
        String singular = parameter.replaceFirst("s$", "");
        return message != null
                && (message.matches("(?s)(.*\\W)?" + parameter + "(\\W.*)?")
                        || message.matches("(?s)(.*\\W)?" + singular + " 0(\\W.*)?"));
    }

    private Object value(Class<?> type, Class<?> of) {
        if (type == long.class) {
            return 1L;
        } else if (type == int.class) {
            return 1;
        } else if (type == double.class) {
            return 1.0;
        } else if (type == boolean.class) {
            return false;
        } else if (type == long[].class) {
            return new long[] {1};
        } else if (type.isArray() && !type.getComponentType().isPrimitive()) {
            Object array = Array.newInstance(type.getComponentType(), 1);
            Array.set(array, 0, value(type.getComponentType(), of));
            return array;
        } else if (type.isEnum()) {
            return type.getEnumConstants()[0];
        }
        return type == List.class && LISTS.containsKey(of) ? LISTS.get(of) : values.get(type);
    }
}
