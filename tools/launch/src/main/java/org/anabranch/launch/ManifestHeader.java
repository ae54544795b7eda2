package org.anabranch.launch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The clauses of a bundle manifest header: {@code name;name;key=value;key:="value", ...}. */
record ManifestHeader(List<Clause> clauses) {

    /**
     * One clause.
     *
     * @param names before the first parameter
     * @param parameters attributes by name, and directives by name with a colon appended; a type
     *     such as {@code :List<String>} is dropped
     */
    record Clause(List<String> names, Map<String, String> parameters) {}

    static ManifestHeader parse(String header) {
        List<Clause> clauses = new ArrayList<>();
        for (String clause : split(header == null ? "" : header, ',')) {
            List<String> names = new ArrayList<>();
            Map<String, String> parameters = new HashMap<>();
            for (String part : split(clause, ';')) {
                int equals = part.indexOf('=');
                if (equals < 0) {
                    names.add(part);
                } else {
                    parameters.put(
                            key(part.substring(0, equals)), unquote(part.substring(equals + 1)));
                }
            }
            if (!names.isEmpty()) {
                clauses.add(new Clause(names, parameters));
            }
        }
        return new ManifestHeader(clauses);
    }

    /** {@return the first name of the first clause, or an empty string} */
    String first() {
        return clauses.isEmpty() ? "" : clauses.getFirst().names().getFirst();
    }

    private static String key(String text) {
        String key = text.strip();
        int colon = key.indexOf(':');
        boolean directive = colon == key.length() - 1;
        return colon < 0 || directive ? key : key.substring(0, colon);
    }

    private static String unquote(String text) {
        String value = text.strip();
        boolean quoted = value.length() >= 2 && value.startsWith("\"") && value.endsWith("\"");
        return quoted ? value.substring(1, value.length() - 1) : value;
    }

    private static List<String> split(String text, char separator) {
        List<String> parts = new ArrayList<>();
        boolean quoted = false;
        int start = 0;
        for (int i = 0; i <= text.length(); i++) {
            if (i == text.length() || text.charAt(i) == separator && !quoted) {
                String part = text.substring(start, i).strip();
                if (!part.isEmpty()) {
                    parts.add(part);
                }
                start = i + 1;
            } else if (text.charAt(i) == '"') {
                quoted = !quoted;
            }
        }
        return parts;
    }
}
