package org.anabranch.k2h.program;

import org.anabranch.k2h.board.K2hException;

import java.util.ArrayList;
import java.util.List;

/**
 * The two executables of a program (K2H-B5). Functions are added first, then it is loaded, once.
 */
public final class Image {
    private final List<Function> functions = new ArrayList<>();
    private boolean loaded;

    /** An image that holds the runtime's own function only. */
    public Image() {
        functions.add(
                new Function(0, "forasync", (Code) LoopTask::run, (Code) LoopTask::run, false));
    }

    /** A task of which both sides have the same code. */
    public Function task(String name, Code code) {
        return add(name, code, code, false);
    }

    /**
     * A task with code of its own per side.
     *
     * @param arm the ARM's, or null
     * @param dsp the DSP's, or null
     */
    public Function task(String name, Code arm, Code dsp) {
        return add(name, arm, dsp, false);
    }

    /** The body of a loop. */
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
     * Loads, and checks that what may run on either side is there on both.
     *
     * @param oneSided names of functions that are meant for one side only
     * @throws K2hException.Program naming the functions that miss a side
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

    /** {@return whether it is loaded} */
    public boolean loaded() {
        return loaded;
    }

    /** Looks up. */
    public Function function(int id) {
        return functions.get(id);
    }
}
