package org.anabranch.benchmarks;

/** A program that adds one to each of a row of counts in each run, on any threads. */
record CountingProgram(Runnable once, int[] counts) implements MeasuredProgram {

    @Override
    public void run() {
        once.run();
    }

    @Override
    public void check(long runs) {
        for (int i = 0; i < counts.length; i++) {
            MeasuredProgram.require("runs of index " + i, (int) runs, counts[i]);
        }
    }
}
