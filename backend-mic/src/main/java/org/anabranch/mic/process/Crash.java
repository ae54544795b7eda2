package org.anabranch.mic.process;

import org.anabranch.api.Kernel;
import org.anabranch.api.KernelCode;
import org.anabranch.api.NativeCode;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The end of a card's process by itself.
 *
 * @param what in a few words: signal and frame, or exit status
 * @param frames the native stack where it crashed, innermost first; empty if unknown
 */
public record Crash(String what, List<String> frames) {
    private static final int MOST_BYTES = 1 << 20;
    private static final int MOST_FRAMES = 64;

    /** It left with a status. */
    public static Crash exit(int status) {
        return new Crash("it ended itself with status " + status, List.of());
    }

    /**
     * Reads the crash file of a virtual machine.
     *
     * @return empty if there is none
     */
    public static Optional<Crash> read(Path file) {
        try {
            if (!Files.exists(file) || Files.size(file) > MOST_BYTES) {
                return Optional.empty();
            }
            String text = Files.readString(file, StandardCharsets.ISO_8859_1);
            return Optional.of(of(text.lines().toList()));
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    private static Crash of(List<String> lines) {
        String signal = "a signal";
        String frame = "an unknown frame";
        int stack = lines.size();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (line.startsWith("#  SIG")) {
                signal = line.substring(1).strip().split(" ", 2)[0];
            } else if (line.startsWith("# Problematic frame:") && i + 1 < lines.size()) {
                frame = lines.get(i + 1).replaceFirst("^#", "").strip();
            } else if (line.startsWith("Native frames:")) {
                stack = i + 1;
            }
        }
        List<String> frames =
                lines.subList(stack, lines.size()).stream()
                        .takeWhile(line -> !line.isBlank())
                        .limit(MOST_FRAMES)
                        .toList();
        return new Crash("it crashed with " + signal + " in " + frame, frames);
    }

    /** Returns true if the function of the kernel is on the stack, or the crash is in it. */
    public boolean isIn(Kernel kernel) {
        if (kernel == null || !(code(kernel) instanceof NativeCode code)) {
            return false;
        }
        Pattern symbol = Pattern.compile("\\b" + Pattern.quote(code.symbol()) + "\\b");
        return symbol.matcher(what).find()
                || frames.stream().anyMatch(frame -> symbol.matcher(frame).find());
    }

    private static KernelCode code(Kernel kernel) {
        return kernel.code(KernelCode.NATIVE).orElse(null);
    }

    /** Where it was, outside of the virtual machine. */
    private List<String> own() {
        return frames.stream().filter(frame -> frame.startsWith("C ")).limit(3).toList();
    }

    @Override
    public String toString() {
        List<String> own = own();
        return own.size() < 2 ? what : what + Arrays.toString(own.toArray());
    }
}
