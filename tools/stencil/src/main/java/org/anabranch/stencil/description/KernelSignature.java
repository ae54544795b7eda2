package org.anabranch.stencil.description;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The parameters of a kernel function, as far as its text shows without compilation. Macros without
 * parameters and type definitions are expanded, unless there are several of one name.
 *
 * @param parameters in order
 */
record KernelSignature(List<Parameter> parameters) {
    private static final Set<String> QUALIFIERS =
            Set.of(
                    "const",
                    "restrict",
                    "__restrict",
                    "volatile",
                    "private",
                    "__private",
                    "local",
                    "__local");
    private static final Set<String> MEMORY =
            Set.of("global", "__global", "constant", "__constant");
    private static final Set<String> SCALARS =
            Set.of(
                    "char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "float",
                    "double", "half", "bool");
    private static final Pattern VECTOR = Pattern.compile("(\\D+)(2|3|4|8|16)");
    private static final int DEEPEST = 16;
    private static final int MOST_TOKENS = 256;

    /**
     * A parameter.
     *
     * @param name its name, empty if it has none
     * @param space true if it is an array of the program: a pointer to global or constant memory
     * @param pointer true if it is a pointer of any kind
     * @param type its scalar type, or empty if unknown
     * @param width 1, or that of a vector
     */
    record Parameter(
            String name, boolean space, boolean pointer, Optional<String> type, int width) {
        /** {@return true if it may have a type; signs do not matter, sizes do} */
        boolean fits(ElementType described, boolean vectors) {
            if (type.isEmpty()) {
                return true;
            }
            ElementType taken = ElementType.of(type.get()).orElse(null); // none for half, bool
            return taken != null
                    && taken.bytes() == described.bytes()
                    && taken.isReal() == described.isReal()
                    && (vectors || width == 1);
        }

        @Override
        public String toString() {
            String vector = width == 1 ? "" : Integer.toString(width);
            return type.orElse("?") + vector + (pointer ? " *" : " ") + name;
        }
    }

    /** {@return the signature of a function in a text, or empty} */
    static Optional<KernelSignature> of(String text, String function) {
        return StencilKernelText.parameters(text, function)
                .map(lists -> new Names(StencilKernelText.definitions(text)).signature(lists));
    }

    /** The definitions of names. */
    private record Names(Map<String, List<List<String>>> definitions) {

        private KernelSignature signature(List<List<String>> lists) {
            List<Parameter> parameters = new ArrayList<>();
            for (List<String> tokens : lists) {
                List<String> expanded = new ArrayList<>();
                expand(tokens, 0, expanded);
                if (!expanded.isEmpty() && !expanded.equals(List.of("void"))) {
                    parameters.add(parameter(expanded));
                }
            }
            return new KernelSignature(List.copyOf(parameters));
        }

        /** Adds the expansion of tokens, up to {@link #MOST_TOKENS}. */
        private void expand(List<String> tokens, int depth, List<String> expanded) {
            for (String token : tokens) {
                List<List<String>> known = definitions.getOrDefault(token, List.of());
                if (expanded.size() >= MOST_TOKENS) {
                    return;
                }
                if (known.size() == 1 && depth < DEEPEST) {
                    expand(known.getFirst(), depth + 1, expanded);
                } else {
                    expanded.add(token);
                }
            }
        }

        private static Parameter parameter(List<String> tokens) {
            List<String> words = new ArrayList<>();
            boolean space = false;
            boolean pointer = false;
            for (String token : tokens) {
                space |= MEMORY.contains(token);
                pointer |= token.equals("*") || token.equals("[");
                boolean word = Character.isJavaIdentifierStart(token.charAt(0));
                if (word && !MEMORY.contains(token) && !QUALIFIERS.contains(token)) {
                    words.add(token);
                }
            }
            String name = words.size() > 1 ? words.removeLast() : "";
            String type = joined(words);
            Matcher vector = VECTOR.matcher(type);
            boolean wide = vector.matches() && SCALARS.contains(vector.group(1));
            return new Parameter(
                    name,
                    space && pointer,
                    pointer,
                    Optional.of(wide ? vector.group(1) : type).filter(SCALARS::contains),
                    wide ? Integer.parseInt(vector.group(2)) : 1);
        }

        /** {@return one word for the synonyms that C has for a type} */
        private static String joined(List<String> words) {
            List<String> rest = new ArrayList<>(words);
            boolean unsigned = rest.remove("unsigned");
            boolean signed = rest.remove("signed");
            if (rest.size() > 1) {
                rest.remove("int");
            }
            if (rest.isEmpty()) {
                return unsigned ? "uint" : signed ? "int" : "";
            }
            return rest.size() == 1 ? (unsigned ? "u" : "") + rest.getFirst() : "";
        }
    }
}
