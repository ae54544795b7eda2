package org.anabranch.k2h.program;

import org.anabranch.k2h.board.K2hException;

import java.util.ArrayList;
import java.util.List;

/**
 * The two executables of a program (K2H-B5). Functions are added first, then the image is loaded,
 * once.
 */
public final class Image {
    private final List<Function> functions = new ArrayList<>();
    private boolean loaded;

    /** Creates an image that contains the runtime's own function only. */
    public Image() {
        functions.add(
                new Function(0, "forasync", (Code) LoopTask::run, (Code) LoopTask::run, false));
    }

    /** Adds a task with the same code on both sides. */
    public Function task(String name, Code code) {
        return add(name, code, code, false);
    }

    /**
     * Adds a task with different code on each side.
     *
     * @param arm the ARM's, or null
     * @param dsp the DSP's, or null
     */
    public Function task(String name, Code arm, Code dsp) {
        return add(name, arm, dsp, false);
    }

    /** Adds the body of a loop. */
    public Function loop(String name, LoopCode code) {
        return add(name, code, code, true);
    }

    private Function add(String name, Object arm, Object dsp, boolean loop) {
        if (loaded) {
            throw new K2hException.Program("the image is loaded: " + name + " comes too late");
        }
        if (arm == null && dsp == null) {
            throw new K2hException.Program("function " + name + " has no code on either side");
        }
        Function function = new Function(functions.size(), name, arm, dsp, loop);
        functions.add(function);
        return function;
    }

    /**
     * Loads the image, and checks that functions that may run on either side have code on both.
     *
     * @param oneSided names of functions that are meant for one side only
     * @throws K2hException.Program naming the functions that lack a side
     */
    public void load(List<String> oneSided) {
        List<String> missing = new ArrayList<>();
        for (Function function : functions) {
            if ((function.arm() == null || function.dsp() == null)
                    && !oneSided.contains(function.name())) {
                missing.add(
                        "%s is missing in the %s image"
                                .formatted(
                                        function.name(), function.arm() == null ? "ARM" : "DSP"));
            }
        }
        if (!missing.isEmpty()) {
            throw new K2hException.Program(String.join("; ", missing));
        }
        loaded = true;
    }

    /** {@return true if it is loaded} */
    public boolean loaded() {
        return loaded;
    }

    /** Returns the function with a number. */
    public Function function(int id) {
        return functions.get(id);
    }
}
