package org.anabranch.loops.lift;

import org.anabranch.loops.ir.Element;
import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Source;

import java.util.List;

/**
 * The translator for methods of strings that are the same for all iterations. Their characters are
 * an array that the loop reads; hash codes and comparisons are computed once, before the loop.
 */
public record Strings(OperandStack values) {
    private static final String TYPE = "Ljava/lang/String;";
    private static final String CHARACTERS = "toCharArray";

    /**
     * Translates a call of a method of {@code String}.
     *
     * @param call the method, with its descriptor
     * @param arguments the string first
     */
    void call(String call, List<Expression> arguments) {
        Source text = source(arguments.getFirst());
        switch (call) {
            case "charAt(I)C" -> {
                Expression index = arguments.get(1);
                Element element = Element.ofArray(Kind.CHAR);
                Expression all = characters(arguments.getFirst());
                values.push(values.temporary(new Expression.Load(element, all, index)));
            }
            case "length()I" ->
                    values.push(new Expression.Length(characters(arguments.getFirst())));
            case "isEmpty()Z",
                    "hashCode()I",
                    "equals(Ljava/lang/Object;)Z",
                    "equalsIgnoreCase(Ljava/lang/String;)Z",
                    "startsWith(Ljava/lang/String;)Z",
                    "endsWith(Ljava/lang/String;)Z",
                    "compareTo(Ljava/lang/String;)I" -> {
                List<Source> others =
                        arguments.subList(1, arguments.size()).stream().map(this::source).toList();
                int end = call.indexOf('(');
                Source result = new Source.OfText(text, call.substring(0, end), others);
                String type = call.substring(call.length() - 1);
                values.push(values.scope.input(result, call.substring(0, end), type));
            }
            default ->
                    throw values.refuse(
                            "it calls java.lang.String." + call.substring(0, call.indexOf('(')));
        }
    }

    private Expression characters(Expression text) {
        Source all = new Source.OfText(source(text), CHARACTERS, List.of());
        return values.scope.input(all, ((Expression.Read) text).local().name(), "[C");
    }

    private Source source(Expression text) {
        LiftScope scope = values.scope;
        Source source =
                text instanceof Expression.Read read ? scope.sources.get(read.local()) : null;
        boolean isText = scope.type(text).equals(TYPE) || scope.exact(text) == String.class;
        if (source == null || !isText) {
            throw values.refuse("it uses a string that is not the same for all iterations");
        }
        return source;
    }

    /**
     * Computes the result of a method.
     *
     * @param method its name
     * @param text the string
     * @param arguments further strings
     * @return the result
     * @throws BodyRefusal if one is null, or there is no room for the characters
     */
    public static Object compute(String method, Object text, List<Object> arguments) {
        if (text == null || arguments.contains(null)) {
            throw new BodyRefusal("a string is null", 0);
        }
        String one = (String) text;
        return switch (method) {
            case CHARACTERS -> characters(one);
            case "isEmpty" -> one.isEmpty();
            case "hashCode" -> one.hashCode();
            case "equals" -> one.equals(arguments.getFirst());
            case "equalsIgnoreCase" -> one.equalsIgnoreCase((String) arguments.getFirst());
            case "startsWith" -> one.startsWith((String) arguments.getFirst());
            case "endsWith" -> one.endsWith((String) arguments.getFirst());
            case "compareTo" -> one.compareTo((String) arguments.getFirst());
            default -> throw new IllegalArgumentException(method);
        };
    }

    private static char[] characters(String text) {
        try {
            return text.toCharArray();
        } catch (OutOfMemoryError full) {
            throw new BodyRefusal("there is no room for the characters of a string", 0);
        }
    }
}
