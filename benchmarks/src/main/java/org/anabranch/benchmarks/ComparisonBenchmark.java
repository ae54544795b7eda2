package org.anabranch.benchmarks;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

import java.util.concurrent.TimeUnit;

/**
 * The JMH benchmark of one run of one workload by one contestant. The result is checked after each
 * iteration.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ComparisonBenchmark {
    @Param("fib")
    public String workload;

    @Param({"ANABRANCH", "FORK_JOIN"})
    public String contestant;

    @Param({"1", "2"})
    public int workers;

    @Param("false")
    public boolean small;

    private MeasuredWorkers running;
    private MeasuredProgram program;
    private long runs;

    @Setup
    public void prepare() {
        running = new MeasuredWorkers(workers);
        program =
                Workloads.all(small)
                        .get(workload)
                        .get()
                        .on(Contestant.valueOf(contestant), running);
    }

    @Benchmark
    public void run() {
        runs++;
        program.run();
    }

    @TearDown(Level.Iteration)
    public void check() {
        program.check(runs);
    }

    @TearDown
    public void stop() {
        program.close();
        running.close();
    }
}
