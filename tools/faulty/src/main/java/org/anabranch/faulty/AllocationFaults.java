package org.anabranch.faulty;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.NewMultiArrayInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.NewPrimitiveArrayInstruction;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.net.URL;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.Predicate;

/**
 * A class loader for tests that makes single allocations fail, one place after the other, as each
 * may in a full heap. It also reaches places that a filled heap meets only once, such as the first
 * linkage of a call. It defines the tested classes again, with a call before each operation that
 * allocates: objects, arrays, lambdas, string concatenation, and calls of JDK methods that are
 * known to allocate.
 */
public final class AllocationFaults extends ClassLoader {
    private static final ClassDesc HERE = ClassDesc.of(AllocationFaults.class.getName());
    private static final MethodTypeDesc SAYS =
            MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int);

    /** The JDK methods that allocate as they are used here. */
    private static final Set<String> GREEDY =
            Set.of(
                    "add",
                    "put",
                    "offer",
                    "computeIfAbsent",
                    "of",
                    "copyOf",
                    "iterator",
                    "entrySet",
                    "stream",
                    "toList",
                    "toArray",
                    "format",
                    "formatted",
                    "concat",
                    "valueOf",
                    "clone",
                    "start",
                    "execute",
                    "asSlice",
                    "getStackTrace",
                    "ofNullable",
                    "map");

    /**
     * The classes whose methods of these names do not allocate, or are used only when there is
     * memory.
     */
    private static final Set<String> MODEST =
            Set.of("java/util/ArrayDeque", "java/util/Objects", "java/util/concurrent/atomic");

    private static final int MOST = 20_000;
    private static final List<String> PLACES = new CopyOnWriteArrayList<>();

    /** The number of failures, by place. */
    private static final AtomicIntegerArray FAILED = new AtomicIntegerArray(MOST);

    /** The number of passes since a failure was requested, by place. */
    private static final AtomicIntegerArray PASSED = new AtomicIntegerArray(MOST);

    private static final AtomicBoolean ARMED = new AtomicBoolean();
    private static volatile int times;
    private static volatile String failed;

    private final Predicate<String> own;
    private final Predicate<String> tried;

    /**
     * Creates a loader.
     *
     * @param own selects the classes that it defines itself, by name
     * @param tried selects those of them whose allocations may fail
     */
    public AllocationFaults(ClassLoader parent, Predicate<String> own, Predicate<String> tried) {
        super(parent);
        this.own = own;
        this.tried = tried;
    }

    /**
     * Requests that one allocation fails, on any thread: the first one in a place where none has
     * failed yet, or the second one since this call in a place where one has, and so on.
     *
     * @param most the largest number of failures in one place
     */
    public static void failOne(int most) {
        for (int i = 0; i < PLACES.size(); i++) {
            PASSED.set(i, 0);
        }
        failed = null;
        times = most;
        ARMED.set(true);
    }

    /** {@return the place of the failed allocation, or null if there are no other places left} */
    public static String end() {
        ARMED.set(false);
        return failed;
    }

    /** Resets the numbers of failures. */
    public static void forget() {
        for (int i = 0; i < MOST; i++) {
            FAILED.set(i, 0);
        }
    }

    /**
     * Called before an allocation; throws if it is to fail.
     *
     * @param place the number of the place
     */
    public static void pass(int place) {
        if (!ARMED.get() || PASSED.incrementAndGet(place) <= FAILED.get(place)) {
            return;
        }
        if (FAILED.get(place) < times && ARMED.compareAndSet(true, false)) {
            FAILED.incrementAndGet(place);
            failed = Thread.currentThread().getName() + " at " + PLACES.get(place);
            throw new OutOfMemoryError("as planned, at " + PLACES.get(place));
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!own.test(name)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            return known != null ? known : define(name);
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        URL file = getParent().getResource(name.replace('.', '/') + ".class");
        if (file == null) {
            throw new ClassNotFoundException(name);
        }
        try (InputStream in = file.openStream()) {
            byte[] code = in.readAllBytes();
            byte[] mine = tried.test(name) ? instrumented(code) : code;
            return defineClass(
                    name, mine, 0, mine.length, AllocationFaults.class.getProtectionDomain());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private byte[] instrumented(byte[] code) {
        ClassFile files =
                ClassFile.of(
                        ClassFile.ClassHierarchyResolverOption.of(
                                ClassHierarchyResolver.ofResourceParsing(getParent())));
        ClassModel model = files.parse(code);
        return files.transformClass(
                model,
                ClassTransform.transformingMethodBodies(
                        AllocationFaults::isTried,
                        CodeTransform.ofStateful(() -> new Calls(model))));
    }

    /** Returns false for initializers, which run while there is memory. */
    private static boolean isTried(MethodModel method) {
        return !method.methodName().equalsString("<clinit>");
    }

    /** The transformation of one method that inserts the calls. */
    private static final class Calls implements CodeTransform {
        private final String type;
        private int line;

        Calls(ClassModel model) {
            type = model.thisClass().asSymbol().displayName();
        }

        @Override
        public void accept(CodeBuilder code, CodeElement element) {
            if (element instanceof LineNumber number) {
                line = number.line();
            } else if (takesMemory(element)) {
                code.loadConstant(number(type + ":" + line + " " + element))
                        .invokestatic(HERE, "pass", SAYS);
            }
            code.with(element);
        }
    }

    private static synchronized int number(String place) {
        PLACES.add(place);
        return PLACES.size() - 1;
    }

    private static boolean takesMemory(CodeElement element) {
        return element instanceof NewObjectInstruction
                || element instanceof NewPrimitiveArrayInstruction
                || element instanceof NewReferenceArrayInstruction
                || element instanceof NewMultiArrayInstruction
                || element instanceof InvokeDynamicInstruction
                || element instanceof ConstantInstruction.LoadConstantInstruction constant
                        && constant.constantValue() instanceof String
                || element instanceof InvokeInstruction call && isGreedy(call);
    }

    private static boolean isGreedy(InvokeInstruction call) {
        String owner = call.owner().asInternalName();
        String method = call.name().stringValue();
        boolean empty = method.equals("of") && call.typeSymbol().parameterCount() == 0;
        return owner.startsWith("java/")
                && !empty
                && MODEST.stream().noneMatch(owner::startsWith)
                && (GREEDY.contains(method) || owner.endsWith("ThreadLocal"));
    }
}
