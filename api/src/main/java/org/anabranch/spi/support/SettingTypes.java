package org.anabranch.spi.support;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.annotation.Annotation;
import java.lang.classfile.AnnotationElement;
import java.lang.classfile.AnnotationValue;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.MethodModel;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The settings that an annotation type declares. Metatype's annotations are in its class file, but
 * not visible by reflection; so this class reads the file, and a range is written in one place
 * only.
 */
final class SettingTypes {
    private static final String DEFINITION =
            "Lorg/osgi/service/metatype/annotations/AttributeDefinition;";

    private SettingTypes() {}

    /** {@return the settings by method, in the order of the method names} */
    static Map<Method, Setting> of(Class<? extends Annotation> type) {
        Map<String, Map<String, AnnotationValue>> definitions = definitions(type);
        Map<Method, Setting> settings = new HashMap<>();
        for (Method method : type.getDeclaredMethods()) {
            Map<String, AnnotationValue> definition =
                    definitions.getOrDefault(method.getName(), Map.of());
            Object usual = method.getDefaultValue();
            settings.put(
                    method,
                    Setting.described(
                            method.getName().replace('_', '.'),
                            Setting.Kind.of(method.getReturnType().getSimpleName()),
                            usual == null ? "" : usual.toString(),
                            text(definition, "min"),
                            text(definition, "max"),
                            choices(definition),
                            text(definition, "description")));
        }
        return settings;
    }

    private static Map<String, Map<String, AnnotationValue>> definitions(Class<?> type) {
        String file = type.getName().substring(type.getName().lastIndexOf('.') + 1) + ".class";
        Map<String, Map<String, AnnotationValue>> definitions = new HashMap<>();
        try (InputStream code = type.getResourceAsStream(file)) {
            if (code == null) {
                throw new IllegalStateException("the class file of " + type + " is not there");
            }
            for (MethodModel method : ClassFile.of().parse(code.readAllBytes()).methods()) {
                definitions.put(method.methodName().stringValue(), definition(method));
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        return definitions;
    }

    private static Map<String, AnnotationValue> definition(MethodModel method) {
        Map<String, AnnotationValue> values = new HashMap<>();
        method.findAttribute(Attributes.runtimeInvisibleAnnotations()).stream()
                .flatMap(attribute -> attribute.annotations().stream())
                .filter(annotation -> annotation.className().equalsString(DEFINITION))
                .flatMap(annotation -> annotation.elements().stream())
                .forEach(element -> values.put(element.name().stringValue(), element.value()));
        return values;
    }

    /** Returns a text; a description may consist of several, which become lines. */
    private static String text(Map<String, AnnotationValue> definition, String name) {
        return switch (definition.get(name)) {
            case AnnotationValue.OfString string -> string.stringValue();
            case null, default -> "";
        };
    }

    private static List<String> choices(Map<String, AnnotationValue> definition) {
        List<String> choices = new ArrayList<>();
        if (definition.get("options") instanceof AnnotationValue.OfArray options) {
            for (AnnotationValue option : options.values()) {
                for (AnnotationElement element :
                        ((AnnotationValue.OfAnnotation) option).annotation().elements()) {
                    if (element.name().equalsString("value")) {
                        choices.add(((AnnotationValue.OfString) element.value()).stringValue());
                    }
                }
            }
        }
        return choices;
    }
}
