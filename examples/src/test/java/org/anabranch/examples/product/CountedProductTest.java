package org.anabranch.examples.product;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeInstruction;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Counts what the streams add to the plain tiled loop, as figure 3 of the hStreams paper does:
 * source lines, and distinct calls of the library. There it is 20 lines and 8 calls, with CUDA
 * Streams 40 and 18.
 *
 * <p>Both loops are methods over the same tiles. Lines are those between the braces of the method,
 * without comments and empty ones, in the layout that the build enforces. Calls are counted in the
 * class file, so that the implicit {@code close} of try-with-resources counts as well.
 */
class CountedProductTest {
    private static final String FOLDER = "src/main/java/org/anabranch/examples/product/";

    @Test
    void hst16StreamsAddAtMostEightLines() throws IOException {
        List<String> plain = body("PlainProduct");
        List<String> streamed = body("StreamedProduct");
        List<String> extra = new ArrayList<>(streamed);
        plain.forEach(extra::remove);
        assertEquals(7, plain.size(), plain.toString());
        assertTrue(streamed.size() - plain.size() <= 8, streamed.toString());
        assertTrue(extra.size() <= 8, "lines that the plain loop does not have: " + extra);
    }

    @Test
    void hst16StreamsNeedAtMostFiveDistinctCalls() throws IOException {
        Set<String> calls = calls(StreamedProduct.class);
        calls.removeAll(calls(PlainProduct.class));
        assertEquals(
                Set.of("Domain.stream", "Stream.run", "Range.in", "Range.inOut", "Stream.close"),
                calls);
    }

    /** The lines between the braces of the method multiply. */
    private static List<String> body(String name) throws IOException {
        List<String> lines = new ArrayList<>();
        int depth = 0;
        boolean inside = false;
        for (String line : Files.readAllLines(Path.of(FOLDER + name + ".java"))) {
            String code = line.strip();
            if (code.startsWith("static void multiply(")) {
                inside = true;
                depth = 1;
            } else if (inside && !code.isEmpty() && !code.startsWith("//")) {
                depth +=
                        (int)
                                (code.chars().filter(c -> c == '{').count()
                                        - code.chars().filter(c -> c == '}').count());
                inside = depth > 0;
                if (inside) {
                    lines.add(code);
                }
            }
        }
        assertTrue(lines.size() > 3, "no method multiply in " + name);
        return lines;
    }

    /** The methods of Anabranch that the method multiply of a class calls. */
    private static Set<String> calls(Class<?> type) throws IOException {
        Set<String> calls = new TreeSet<>();
        try (InputStream bytes = type.getResourceAsStream(type.getSimpleName() + ".class")) {
            ClassModel model = ClassFile.of().parse(bytes.readAllBytes());
            for (MethodModel method : model.methods()) {
                if (method.methodName().equalsString("multiply")) {
                    method.code().orElseThrow().forEach(element -> collect(element, calls));
                }
            }
        }
        return calls;
    }

    private static void collect(CodeElement element, Set<String> calls) {
        if (element instanceof InvokeInstruction call) {
            String owner = call.owner().asInternalName();
            if (owner.startsWith("org/anabranch/api/")) {
                calls.add(
                        owner.substring(owner.lastIndexOf('/') + 1)
                                + "."
                                + call.name().stringValue());
            }
        }
    }
}
