package org.anabranch.scheduler.pool;

import org.anabranch.api.AnabranchException;
import org.anabranch.spi.Timeline;

import java.util.function.Predicate;

/**
 * A runner of tasks: a deque, a place in the pool, and what is on the stack. The state belongs to
 * the one thread that runs the worker; others steal from the deque and read the counts.
 */
public final class Worker extends WorkerCounts {
    public final Dispatcher pool;

    /**
     * Its number among the processors of the host; a compensation worker has that of the worker it
     * replaces.
     */
    public final int slot;

    /** The number of its row in the log; for a regular worker the slot. */
    public final int lane;

    public final boolean spare;
    public final TaskDeque deque;
    final StealBackoff spoils = new StealBackoff();
    final TaskPrecedence turns = new TaskPrecedence();

    /**
     * The value of {@link #steps} at the last look, when it was seen first, and the one at which
     * another began to run in its place; of {@link ShareWatch}.
     */
    long seenStep = -1;

    long seenSince;
    long lentStep;

    /** The innermost task on the stack that is more than a body. */
    private Running running;

    /** The innermost scope. */
    public Scope scope;

    /** The number of tasks on this stack, one on top of the other. */
    public int depth;

    /**
     * True if some time has passed since this worker was the first to ask another one for work, so
     * that earlier pushes of that one are visible, and the next sleep may be long.
     */
    boolean rested;

    /** True if its last task came from the inbox. */
    boolean fed;

    /** True if it yields to tasks for any worker, before it continues with its own. */
    boolean yields;

    /** True if it ends when its deque is empty, since there are to be fewer workers. */
    volatile boolean leaving;

    /** The method whose frame says that no values are bound beneath it. */
    static final String UNBOUND = "executeUnbound";

    /** True if thieves know the deque; written by the thread that runs the worker. */
    boolean listed;

    /** The turn of a virtual thread, or null. */
    RunPermit turn;

    /** Neighbours in the {@link Roster}, which guards them. */
    Worker older;

    Worker newer;

    private final boolean charged;
    private int deepest;
    private boolean outOfOrder;
    private int seed;
    private volatile Thread thread;

    /** The action or scope that this worker is blocked on; read by deadlock detection. */
    public volatile Object waitingFor;

    /** True while the last task is ending, whose successors are collected. */
    private boolean ending;

    private Task following;

    /**
     * The time since which it has had work, and the number of tasks begun before; {@code NEVER} if
     * it is not recorded.
     */
    private long runSince = WorkerLog.NEVER;

    private long runTasks;

    /** True if each task is logged. */
    private boolean tellsTasks;

    /** True if tasks are logged, or charged for. */
    private boolean unusual;

    /** The one of which an action ended here last, or null. */
    private IdleListener recent;

    Worker(Dispatcher pool, int slot, int lane, boolean spare) {
        this.pool = pool;
        this.slot = slot;
        this.lane = lane;
        this.spare = spare;
        this.listed = !spare;
        this.deque =
                new TaskDeque(
                        tally,
                        this::hasOpened,
                        spare ? PoolTuning.SPARE_RING_ENTRIES : PoolTuning.RING_ENTRIES);
        this.charged = pool != null && pool.simulated;
        this.unusual = charged;
        this.seed = 0x9E3779B9 * (slot + 1);
    }

    /** Makes the calling thread run this worker. */
    void adopt() {
        Thread self = Thread.currentThread();
        deepest = self.isVirtual() ? PoolTuning.DEPTH_OF_VIRTUAL_TASKS : PoolTuning.DEPTH_TASKS;
        adopt(self);
        thread = self;
    }

    /** Returns the thread that runs this worker; null until it has begun. */
    Thread thread() {
        return thread;
    }

    /** Starts a task, or the body of one, here; it runs now, later, or elsewhere. */
    public void push(Object entry, Scope of) {
        if (of != scope) {
            outOfOrder = true;
        }
        deque.push(entry, of);
    }

    /**
     * Called after opening entries; in simulated time all are requested immediately, and so come by
     * here.
     */
    private void hasOpened() {
        if (!listed) {
            pool.opens(this);
        }
        if (charged) {
            deque.ask();
            pool.timeline.charge(Timeline.Charge.DEQUE, 1);
        }
        if (pool.needsHands()) {
            deque.ask();
            pool.signal();
        }
    }

    /** Runs all that the own deque has. */
    boolean runOwn() {
        Object entry = deque.pop();
        if (entry == null) {
            outOfOrder = false;
            return false;
        }
        run(entry, deque.poppedScope());
        return true;
    }

    /** Runs the newest task of the own deque if it is directly of this, the innermost scope. */
    public boolean runNewest(Scope of) {
        if (depth >= deepest) {
            return false;
        }
        Object entry = deque.popOf(of);
        if (entry == null) {
            if (deque.newestScope() != of || (entry = deque.pop()) == null) {
                return false;
            }
            deque.poppedScope();
        }
        if (entry instanceof Task task) {
            execute(task);
        } else {
            execute((Runnable) entry, of);
        }
        return true;
    }

    private void run(Object entry, Scope of) {
        if (entry instanceof Task task) {
            execute(task);
            return;
        }
        Scope outer = scope;
        goOnWith(of);
        execute((Runnable) entry, of);
        scope = outer;
    }

    /**
     * Returns true if there are enough entries for thieves, so that a new task may as well run
     * inline.
     */
    public boolean hasPlenty() {
        return deque.hasPlenty() && depth < deepest;
    }

    /** Runs the body of a task of the innermost scope, which was not counted; why it failed. */
    public AnabranchException runNow(Runnable body, Scope of) {
        int beneath = depth;
        depth = beneath + 1;
        AnabranchException failure = callOnTop(body, of);
        depth = beneath;
        return failure;
    }

    private AnabranchException callOnTop(Runnable body, Scope of) {
        countTask();
        AnabranchException failure = call(body, of);
        leaveScopes(of);
        return failure;
    }

    /** Runs the body of a task; {@return the exception that it threw, or null} */
    AnabranchException call(Runnable body, Scope of) {
        return tellsTasks ? callAndTell(body, of) : of.run(this, body);
    }

    /** Runs a body that is to be logged, if tasks still are. */
    private AnabranchException callAndTell(Runnable body, Scope of) {
        lookWhatToTell();
        long since = pool.log.now();
        AnabranchException failure = of.run(this, body);
        WorkerLog.ran(pool.log, lane, since, of, "", failure);
        return failure;
    }

    /**
     * Runs the bodies of two such tasks, one after the other.
     *
     * @return null, or why the one and the other failed, of which either may be null
     */
    public AnabranchException[] runBoth(Runnable first, Runnable second, Scope of) {
        int beneath = depth;
        depth = beneath + 1;
        AnabranchException one = callOnTop(first, of);
        AnabranchException other = callOnTop(second, of);
        depth = beneath;
        return one == null && other == null ? null : new AnabranchException[] {one, other};
    }

    /** Abandons the scopes that the task on top of the stack left open. */
    public void leaveScopes(Scope of) {
        if (scope != of) {
            if (scope != null) {
                scope.abandonUpTo(of);
            }
            scope = of;
        }
    }

    /**
     * Closes the scopes within another one that code on top of the stack has left open, the
     * innermost first, and waits for their tasks.
     *
     * @param around the scope that was the innermost before that code ran, or null
     * @return the first failure, or null
     */
    public AnabranchException closeScopes(Scope around) {
        AnabranchException failure = null;
        while (scope != around && scope != null) {
            Scope left = scope;
            AnabranchException failed = left.closeLeft();
            failure = failure == null ? failed : failure;
            if (scope == left) {
                leaveScopes(around); // it was opened elsewhere
            }
        }
        return failure;
    }

    /** Runs the body of a task of the innermost scope on top of what this stack is running. */
    private void execute(Runnable body, Scope of) {
        if (unusual) {
            executeUnusually(body, of);
            return;
        }
        int beneath = depth;
        AnabranchException failure;
        try {
            checkPriority();
            countTask();
            depth = beneath + 1;
            failure = of.run(this, body);
            depth = beneath;
            leaveScopes(of);
        } catch (Throwable full) {
            depth = beneath;
            failure = ForeignCode.NO_MEMORY;
        }
        of.ended(this, failure);
    }

    /** Runs a body if each task is logged, or charged for. */
    private void executeUnusually(Runnable body, Scope of) {
        int beneath = depth;
        AnabranchException failure;
        try {
            failure = runNow(body, of);
        } catch (Throwable full) {
            depth = beneath;
            failure = ForeignCode.NO_MEMORY;
        }
        of.ended(this, failure);
        if (charged) {
            pool.timeline.charge(Timeline.Charge.RUN, 1);
        }
    }

    private void goOnWith(Scope of) {
        if (tally.concernsOther(of)) {
            tally.end();
        }
        scope = of;
    }

    /** Runs a task on top of what this stack is running. */
    public void execute(Task task) {
        Running outerTask = running;
        Scope outerScope = scope;
        int beneath = depth;
        try {
            running = new Running(task, outerTask);
            goOnWith(task.scope);
            checkPriority();
            countTask();
            depth = beneath + 1;
            task.run(this);
        } catch (Throwable full) {
            refuse(task);
        }
        depth = beneath;
        running = outerTask;
        leaveScopes(task.scope);
        scope = outerScope;
        if (charged) {
            pool.timeline.charge(Timeline.Charge.RUN, 1);
        }
    }

    /**
     * Runs a task that the calling task waits for, on top of it, unless it would see {@link
     * ScopedValue}s that the waiting code has bound and the task does not inherit.
     *
     * @param inherits true if the calling task opened the scope of that task: tasks of the scope
     *     inherit its bindings
     */
    public void help(Task task, boolean inherits) {
        if (mayNest()) {
            if (inherits) {
                execute(task);
            } else if (!BoundValues.mayExist(Worker.class, UNBOUND)) {
                executeUnbound(task);
            }
        }
    }

    /** Its frame says that no values are bound beneath it: see {@link BoundValues}. */
    private void executeUnbound(Task task) {
        execute(task);
    }

    /** There was no memory for what a task needs. It ends all the same. */
    private void refuse(Task task) {
        while (true) {
            try {
                task.refuse(this, ForeignCode.NO_MEMORY);
                return;
            } catch (Throwable full) {
                ForeignCode.pause();
            }
        }
    }

    /**
     * Returns a task of its own deque that may run on top of a wait for this scope: one within it.
     * Any other could wait for a task beneath it on the same stack. In its own deque tasks within
     * it lie above all others, unless a task was started in a scope that was not the innermost;
     * then the tasks in the way go to the inbox.
     */
    Task nextWithin(Scope awaited) {
        Scope newest = deque.newestScope();
        while (newest != null && (outOfOrder || awaited.contains(newest))) {
            Task room = Task.room();
            Object entry = deque.pop();
            if (entry != null) {
                Scope of = deque.poppedScope();
                Task task =
                        entry instanceof Task found ? found : Task.with(room, of, (Runnable) entry);
                if (awaited.contains(of)) {
                    return task;
                }
                tally.tell();
                pool.submit(task);
            }
            newest = deque.newestScope();
        }
        return null;
    }

    /** Moves the tasks of its own deque, reported to their scopes, to the queue. */
    void moveAll() {
        boolean more = true;
        while (more) {
            more = moveOne();
        }
    }

    /**
     * A task for which a thread waits is next: other tasks of the own deque go to their queues, so
     * that those it starts lie open to thieves, and a loop is split.
     */
    void giveBack() {
        int moved = 0;
        while (moved < PoolTuning.MOVED_TASKS && !hasAwaited() && moveOne()) {
            moved++;
        }
    }

    private boolean moveOne() {
        Task room = Task.room();
        Object entry = deque.pop();
        if (entry == null) {
            return false;
        }
        Scope of = deque.poppedScope();
        pool.submit(entry instanceof Task task ? task : Task.with(room, of, (Runnable) entry));
        return true;
    }

    /** No task runs on top of this stack until {@link #allowNesting} is given what this returns. */
    public int forbidNesting() {
        int before = depth;
        depth = before + deepest;
        return before;
    }

    public void allowNesting(int before) {
        depth = before;
    }

    /** Any thread: interrupts what this worker runs. */
    public void interrupt() {
        thread.interrupt();
    }

    /** Returns true if one more task may be run on top of this stack. */
    public boolean mayNest() {
        return depth < deepest;
    }

    /**
     * A task on a worker's stack, and what is beneath it. It is no part of the task: two may try to
     * run one of which only the first begins.
     */
    private record Running(Task task, Running beneath) {}

    /**
     * Called between two parts of a long task: checks for other work. If only that task is on this
     * stack, returns true: it must end now, and leave the rest to a task of its own. Otherwise a
     * compensation thread runs meanwhile.
     */
    public boolean mustYield() {
        if (charged || !pool.isAwaited(this)) {
            return false;
        }
        if (depth == 1) {
            yields = true;
            return true;
        }
        pool.standAside(this);
        return false;
    }

    /** Returns true if this stack runs a part of such a subject, at the top or beneath. */
    public boolean isRunning(Predicate<Object> subject) {
        for (Running on = running; on != null; on = on.beneath) {
            Object found = on.task.subject();
            if (found != null && subject.test(found)) {
                return true;
            }
        }
        return false;
    }

    /** Returns true if this stack runs the task, at the top or beneath. */
    public boolean isRunning(Task task) {
        for (Running on = running; on != null; on = on.beneath) {
            if (on.task == task) {
                return true;
            }
        }
        return false;
    }

    /**
     * Continues with a task that the current one has made ready. The first task that the end of a
     * task makes ready runs next: it is not offered to others, since it would only migrate between
     * workers.
     */
    void goOn(Task task) {
        if (ending && following == null) {
            following = task;
        } else {
            push(task, task.scope);
        }
    }

    /**
     * Begins the end of the last task, until {@link #ended}: a task that this makes ready runs next
     * here.
     */
    public void ends() {
        ending = true;
    }

    /** The end is over. */
    public void ended() {
        ending = false;
    }

    boolean hasFollowing() {
        return following != null;
    }

    /** Runs what follows on the task that ended last. */
    boolean runFollowing() {
        Task task = following;
        if (task == null) {
            return false;
        }
        following = null;
        execute(task);
        return true;
    }

    /** Shares the next task, since another comes first. */
    void shareFollowing() {
        if (following != null) {
            push(following, null);
            following = null;
        }
    }

    /**
     * An action of the stream ended here; if that was the last one, the stream is to forget them.
     */
    public void sawEnd(IdleListener stream) {
        if (recent != stream) {
            forgetIdle();
            recent = stream;
        }
    }

    /** Forgets its idle streams after a while, or after an action of another stream ended. */
    void forgetIdle() {
        IdleListener stream = recent;
        if (stream != null) {
            recent = null;
            stream.forgetIfIdle();
        }
    }

    @Override
    final boolean isOutermost() {
        return depth <= 1;
    }

    /** Any thread: whether it is at a task, and does not wait. */
    public boolean isComputing() {
        return depth > 0 && waitingFor == null;
    }

    /** Any thread: the program of the task that it runs; null if it runs none, or waits. */
    Tenant tenant() {
        if (!isComputing()) {
            return null;
        }
        Scope in = scope;
        Running on = running;
        return in != null ? in.tenant() : on == null ? null : on.task.tenant();
    }

    /** The program of its next task; null if that is not known. */
    Tenant busyWith() {
        Scope newest = deque.newestScope();
        return newest == null ? null : newest.tenant();
    }

    /** Returns true if a thread waits for the next task of its deque. */
    boolean hasAwaited() {
        Scope newest = deque.newestScope();
        return newest != null && newest.isAwaited();
    }

    /** Any thread: where it is; empty before it has begun. */
    public StackTraceElement[] stack() {
        Thread runner = thread;
        return runner == null ? new StackTraceElement[0] : runner.getStackTrace();
    }

    /** Returns its activity, for people; read by any thread. */
    public String activity() {
        Object awaited = waitingFor;
        Running on = running;
        if (awaited != null) {
            return "waits for " + (awaited instanceof Scope ? "a finish scope" : awaited);
        }
        return on != null ? on.task.toString() : depth > 0 ? "a task of a finish scope" : "idle";
    }

    @Override
    final long time() {
        return charged ? pool.timeline.nanos() : System.nanoTime();
    }

    /** Records that it has found work after a search. */
    void beginsRun() {
        runSince = WorkerLog.begins(pool.log);
        runTasks = tasks();
        lookWhatToTell();
    }

    /** Tells of each task, or does not, from now on. */
    void lookWhatToTell() {
        tellsTasks = pool.log.recordsTasks();
        unusual = charged || tellsTasks;
    }

    /** Logs its work without a pause, when it has nothing more of its own. */
    void tellsRest() {
        long since = runSince;
        if (since != WorkerLog.NEVER) {
            runSince = WorkerLog.NEVER;
            WorkerLog.busy(pool.log, lane, since, tasks() - runTasks);
        }
    }

    /** A number from 0 to bound, for choosing victims. */
    int random(int bound) {
        seed ^= seed << 13;
        seed ^= seed >>> 17;
        seed ^= seed << 5;
        return Integer.remainderUnsigned(seed, bound);
    }

    /** A task was taken from another worker. */
    void stole(Worker victim, Task task) {
        countSteal();
        if (pool.log.records()) {
            WorkerLog.steal(pool.log, lane, victim.lane, task.action());
            lookWhatToTell();
        }
        if (charged) {
            pool.timeline.charge(Timeline.Charge.STEAL, 1);
        } else {
            spoils.taken(System.nanoTime());
        }
    }
}
