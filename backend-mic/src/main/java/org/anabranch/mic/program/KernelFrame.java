package org.anabranch.mic.program;

import org.anabranch.api.JavaKernel;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelCode;
import org.anabranch.api.NativeCode;
import org.anabranch.mic.link.CapturedValues;
import org.anabranch.mic.link.FrameWriter;
import org.anabranch.mic.link.Frames;
import org.anabranch.mic.link.Origin;
import org.anabranch.mic.link.Recipe;
import org.anabranch.mic.program.BundleContents.Closure;
import org.anabranch.mic.program.BundleContents.Content;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.support.ForeignThrowables;
import org.osgi.framework.Bundle;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A kernel in the words of the link: where its classes come from, and how it is made of them.
 * Native code is preferred to Java.
 */
public final class KernelFrame {
    private static final String LAMBDA = "$$Lambda";

    private final String card;
    private final ProgramFiles files;
    private final BundleContents contents;
    private final Kernel kernel;
    private List<Content> bundles = List.of();

    public KernelFrame(String card, ProgramFiles files, BundleContents contents, Kernel kernel) {
        this.card = card;
        this.files = files;
        this.contents = contents;
        this.kernel = kernel;
    }

    /** {@return the bundles that the card may ask for, after {@link #put}} */
    public List<Content> bundles() {
        return bundles;
    }

    /**
     * Puts the kernel.
     *
     * @throws DeviceException if it has no code for a card, or cannot be sent; says why
     */
    public FrameWriter put(FrameWriter message) throws DeviceException {
        message.putText(kernel.name());
        Optional<KernelCode> compiled = kernel.code(KernelCode.NATIVE);
        Optional<KernelCode> java = kernel.code(KernelCode.JAVA);
        if (compiled.isPresent() && compiled.get() instanceof NativeCode function) {
            return message.putByte(1)
                    .putText(function.library().toAbsolutePath().toString())
                    .putText(function.symbol());
        }
        if (java.isPresent() && java.get() instanceof JavaKernel code) {
            try {
                FrameWriter frame = putJava(message.putByte(0), code);
                if (frame.size() > Frames.LIMIT) {
                    throw new IllegalArgumentException(
                            "what it has captured has more than " + Frames.LIMIT + " bytes");
                }
                return frame;
            } catch (RuntimeException | ReflectiveOperationException | LinkageError refused) {
                throw new DeviceException(
                        "%s: kernel %s cannot be sent to a card: %s"
                                .formatted(card, kernel.name(), reason(refused)),
                        refused);
            }
        }
        throw new DeviceException(
                card + " runs kernels in the formats native and java; " + kernel + " has none");
    }

    /** Returns the message; the cause's text of an exception that has none. */
    private static String reason(Throwable refused) {
        String message = ForeignThrowables.message(refused);
        Throwable cause = ForeignThrowables.cause(refused);
        return message == null ? ForeignThrowables.text(cause == null ? refused : cause) : message;
    }

    private FrameWriter putJava(FrameWriter message, JavaKernel code)
            throws ReflectiveOperationException {
        Class<?> type = code.getClass();
        boolean lambda = type.isHidden() && type.getName().contains(LAMBDA);
        Class<?> holder = lambda ? holder(type) : type;
        putOrigin(message, holder);
        Field field = field(holder, code);
        if (field != null) {
            return putRecipe(message, Recipe.FIELD, holder).putText(field.getName());
        }
        if (lambda) {
            return putMethod(message, holder, code);
        }
        if (code instanceof Record || code instanceof Enum<?>) {
            CapturedValues.put(message.putByte(Recipe.VALUE.ordinal()), code);
            return message;
        }
        if (Arrays.stream(type.getDeclaredFields())
                .anyMatch(own -> !Modifier.isStatic(own.getModifiers()))) {
            throw new IllegalArgumentException(
                    type.getName() + " has state; make it a record, or pass scalars");
        }
        return putRecipe(message, Recipe.OBJECT, type.getDeclaredConstructor().getDeclaringClass());
    }

    private static Class<?> holder(Class<?> lambda) throws ClassNotFoundException {
        String name = lambda.getName();
        return Class.forName(
                name.substring(0, name.indexOf(LAMBDA)), false, lambda.getClassLoader());
    }

    private static FrameWriter putRecipe(FrameWriter message, Recipe recipe, Class<?> type) {
        return message.putByte(recipe.ordinal()).putText(type.getName());
    }

    private FrameWriter putMethod(FrameWriter message, Class<?> holder, JavaKernel code)
            throws ReflectiveOperationException {
        LambdaMethod method = LambdaMethod.find(holder, code.getClass(), kernel.name());
        Field[] captured = code.getClass().getDeclaredFields();
        message.putByte(Recipe.METHOD.ordinal())
                .putText(method.owner())
                .putText(method.name())
                .putText(method.type())
                .putInt(captured.length);
        for (Field one : captured) {
            one.setAccessible(true);
            Object value = one.get(code);
            try {
                CapturedValues.put(message, value);
            } catch (IllegalArgumentException unsendable) {
                throw new IllegalArgumentException(
                        "it has captured " + unsendable.getMessage() + "; pass it as an argument",
                        unsendable);
            }
        }
        return message;
    }

    /** A static field that holds the kernel or its code: what is found there is found here. */
    private Field field(Class<?> holder, JavaKernel code) throws ReflectiveOperationException {
        for (Field field : holder.getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers())
                    && (field.getType() == Kernel.class || field.getType() == JavaKernel.class)) {
                field.setAccessible(true);
                Object value = field.get(null);
                if (value == code
                        || value instanceof Kernel other
                                && other.code(KernelCode.JAVA).orElse(null) == code) {
                    return field;
                }
            }
        }
        return null;
    }

    private void putOrigin(FrameWriter message, Class<?> type) {
        Bundle bundle = BundleContents.of(type);
        if (isOfCard(type)) {
            message.putByte(Origin.CARD.ordinal());
        } else if (bundle == null) {
            message.putByte(Origin.PROGRAM.ordinal()).putLong(files.number(type.getClassLoader()));
        } else {
            Closure closure = contents.closure(bundle);
            bundles = closure.bundles();
            message.putByte(Origin.BUNDLE.ordinal())
                    .putText(closure.shared())
                    .putInt(bundles.size());
            for (Content one : bundles) {
                message.putLong(one.id()).putText(one.name()).putText(one.hash());
            }
        }
    }

    /** Returns true if the card's class path has it. */
    private static boolean isOfCard(Class<?> type) {
        var source = type.getProtectionDomain().getCodeSource();
        var own = KernelFrame.class.getProtectionDomain().getCodeSource();
        return type.getClassLoader() == KernelFrame.class.getClassLoader()
                && (BundleContents.of(type) != null
                        || source != null
                                && own != null
                                && own.getLocation().equals(source.getLocation()));
    }
}
