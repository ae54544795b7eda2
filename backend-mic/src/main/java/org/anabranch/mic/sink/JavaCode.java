package org.anabranch.mic.sink;

import org.anabranch.api.JavaKernel;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelArguments;
import org.anabranch.api.KernelCode;
import org.anabranch.api.Piece;
import org.anabranch.mic.link.CapturedValues;
import org.anabranch.mic.link.Received;
import org.anabranch.mic.link.Recipe;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;

/** The creation of a Java kernel from its recipe. */
final class JavaCode {
    private static final MethodType RUN =
            MethodType.methodType(void.class, Piece.class, KernelArguments.class);

    private JavaCode() {}

    static JavaKernel make(Received frame, ClassLoader loader) throws Exception {
        Recipe recipe = Recipe.values()[frame.body().get()];
        return switch (recipe) {
            case FIELD -> field(type(frame, loader), frame.text());
            case METHOD -> method(frame, loader);
            case OBJECT -> object(type(frame, loader));
            case VALUE -> (JavaKernel) CapturedValues.get(frame, loader);
        };
    }

    private static Class<?> type(Received frame, ClassLoader loader) throws Exception {
        return Class.forName(frame.text(), true, loader);
    }

    private static JavaKernel field(Class<?> type, String name) throws Exception {
        Field field = type.getDeclaredField(name);
        field.setAccessible(true);
        Object value = field.get(null);
        return (JavaKernel)
                (value instanceof Kernel kernel
                        ? kernel.code(KernelCode.JAVA).orElseThrow()
                        : value);
    }

    private static JavaKernel object(Class<?> type) throws Exception {
        Constructor<?> constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        return (JavaKernel) constructor.newInstance();
    }

    private static JavaKernel method(Received frame, ClassLoader loader) throws Exception {
        Class<?> owner = type(frame, loader);
        String name = frame.text();
        MethodType type = MethodType.fromMethodDescriptorString(frame.text(), loader);
        Object[] captured = new Object[frame.count(1)];
        for (int i = 0; i < captured.length; i++) {
            captured[i] = CapturedValues.get(frame, loader);
        }
        var method = owner.getDeclaredMethod(name, type.parameterArray());
        MethodHandle handle =
                MethodHandles.privateLookupIn(owner, MethodHandles.lookup()).unreflect(method);
        if (!Modifier.isStatic(method.getModifiers()) && captured.length == 0) {
            throw new RefusedException(owner.getName() + "." + name + " needs an object");
        }
        MethodHandle run = MethodHandles.insertArguments(handle, 0, captured).asType(RUN);
        return new Bound(run);
    }

    private record Bound(MethodHandle handle) implements JavaKernel {
        @Override
        public void run(Piece piece, KernelArguments arguments) throws Exception {
            try {
                handle.invokeExact(piece, arguments);
            } catch (Exception | Error failure) {
                throw failure;
            } catch (Throwable other) {
                throw new IllegalStateException(other);
            }
        }
    }
}
