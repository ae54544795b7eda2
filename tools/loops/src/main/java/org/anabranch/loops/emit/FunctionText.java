package org.anabranch.loops.emit;

/** A function in OpenCL C that is being written, with all that its statements need. */
final class FunctionText {
    final StringBuilder text;
    final KernelMemory memory;
    final Helpers helpers;
    final boolean proved;
    private int names;

    /**
     * Creates a function.
     *
     * @param text receives its lines
     * @param memory the parameters
     * @param helpers receives the functions that it calls
     * @param proved true if its statements need no guards
     */
    FunctionText(StringBuilder text, KernelMemory memory, Helpers helpers, boolean proved) {
        this.text = text;
        this.memory = memory;
        this.helpers = helpers;
        this.proved = proved;
    }

    /** Returns a name that is unique in the function. */
    String fresh(String start) {
        names++;
        return start + names;
    }
}
