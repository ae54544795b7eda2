package org.anabranch.mic.program;

import org.anabranch.api.JavaKernel;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A search for the method that a lambda or method reference stands for. A lambda's class does not
 * name it, so the class file of the class that it was written in is searched for the places where
 * {@link JavaKernel}s are made. Of several, those count that capture what this one has captured,
 * and of these the one with the kernel's name among the texts since the place before.
 *
 * @param owner of the method, a name as in {@link Class#getName}
 * @param name of the method
 * @param type its descriptor
 */
public record LambdaMethod(String owner, String name, String type) {
    private static final String FACTORY = "Ljava/lang/invoke/LambdaMetafactory;";

    /** Made by the compiler, with every lambda of the class once more. */
    private static final String DESERIALIZER = "$deserializeLambda$";

    private record Place(
            DirectMethodHandleDesc method, List<ClassDesc> captured, Set<String> texts) {}

    /**
     * Searches for the method.
     *
     * @param holder the class that the lambda was written in
     * @throws IllegalArgumentException if it cannot be determined; the message says what to do
     */
    public static LambdaMethod find(Class<?> holder, Class<?> lambda, String kernel) {
        List<ClassDesc> captured =
                Arrays.stream(lambda.getDeclaredFields())
                        .map(Field::getType)
                        .map(type -> type.describeConstable().orElseThrow())
                        .toList();
        List<Place> places =
                places(holder).stream().filter(place -> place.captured.equals(captured)).toList();
        List<Place> named =
                places.size() == 1
                        ? places
                        : places.stream().filter(place -> place.texts.contains(kernel)).toList();
        long methods = named.stream().map(Place::method).distinct().count();
        if (methods != 1) {
            throw new IllegalArgumentException(
                    "it cannot be told which of "
                            + places.size()
                            + " lambdas in "
                            + holder.getName()
                            + " it is; keep the kernel in a static field of that class, or its"
                            + " code in a class of its own");
        }
        DirectMethodHandleDesc method = named.getFirst().method;
        return new LambdaMethod(
                className(method.owner()), method.methodName(), method.lookupDescriptor());
    }

    private static String className(ClassDesc type) {
        String descriptor = type.descriptorString();
        return descriptor.substring(1, descriptor.length() - 1).replace('/', '.');
    }

    private static List<Place> places(Class<?> holder) {
        String name = holder.getName();
        String file = name.substring(name.lastIndexOf('.') + 1) + ".class";
        try (InputStream bytes = holder.getResourceAsStream(file)) {
            if (bytes == null) {
                throw new IllegalArgumentException("the class file of " + name + " is not there");
            }
            List<Place> places = new ArrayList<>();
            for (MethodModel method : ClassFile.of().parse(bytes.readAllBytes()).methods()) {
                if (!method.methodName().equalsString(DESERIALIZER)) {
                    method.code().ifPresent(code -> places.addAll(places(code)));
                }
            }
            return places;
        } catch (IOException unreadable) {
            throw new IllegalArgumentException(
                    "the class file of " + name + " cannot be read", unreadable);
        }
    }

    private static List<Place> places(Iterable<CodeElement> code) {
        List<Place> places = new ArrayList<>();
        Set<String> texts = new HashSet<>();
        for (CodeElement element : code) {
            if (element instanceof ConstantInstruction.LoadConstantInstruction constant
                    && constant.constantValue() instanceof String text) {
                texts.add(text);
            }
            if (element instanceof InvokeDynamicInstruction call && makesKernel(call)) {
                places.add(
                        new Place(
                                (DirectMethodHandleDesc) call.bootstrapArgs().get(1),
                                call.typeSymbol().parameterList(),
                                texts));
                texts = new HashSet<>();
            }
        }
        return places;
    }

    private static boolean makesKernel(InvokeDynamicInstruction call) {
        return call.bootstrapMethod().owner().descriptorString().equals(FACTORY)
                && call.typeSymbol()
                        .returnType()
                        .equals(JavaKernel.class.describeConstable().orElseThrow());
    }
}
