package org.anabranch.stencil;

import java.util.List;
import java.util.regex.Pattern;

/** What can be seen in OpenCL C without compiling it. */
final class KernelText {
    private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/|//[^\\n]*", Pattern.DOTALL);
    private static final Pattern KERNEL =
            Pattern.compile(
                    "\\b(?:__kernel|kernel)\\s+(?:__attribute__\\s*\\(\\([^;{]*?\\)\\)\\s*)*void\\s+"
                        + "(?:__attribute__\\s*\\(\\([^;{]*?\\)\\)\\s*)*(\\w+)\\s*\\(");

    private KernelText() {}

    /** {@return the names of the kernel functions, in order} */
    static List<String> functions(String text) {
        String code = COMMENT.matcher(text).replaceAll(" ");
        return KERNEL.matcher(code).results().map(found -> found.group(1)).distinct().toList();
    }
}
