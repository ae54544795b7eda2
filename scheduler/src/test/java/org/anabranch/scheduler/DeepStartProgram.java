package org.anabranch.scheduler;

import org.anabranch.api.ActionFailedException;
import org.anabranch.api.Finish;

import java.util.concurrent.atomic.AtomicLong;

/**
 * A task that starts tasks of its scope in a recursion without end, to be run by the interpreter:
 * there each call has a frame of its own, so the stack ends within a start, and again where that
 * start is undone, unless undoing takes less. Ends with status 0 if the scope closes.
 */
final class DeepStartProgram {
    private static final long PATIENCE_MILLIS = 60_000;

    private DeepStartProgram() {}

    @SuppressWarnings("InfiniteRecursion") // until the stack ends
    private static void startAll(Finish finish, Runnable task) {
        finish.async(task);
        startAll(finish, task);
    }

    public static void main(String[] args) throws InterruptedException {
        AtomicLong ran = new AtomicLong();
        House house = House.of(House.SETTINGS.withWorkers(2));
        Thread opener = new Thread(() -> openAndClose(house, ran::incrementAndGet), "opener");
        opener.start();
        opener.join(PATIENCE_MILLIS);
        if (opener.isAlive()) {
            System.out.println("the scope does not close; " + ran + " tasks ran");
            System.exit(1);
        }
        house.close();
    }

    private static void openAndClose(House house, Runnable task) {
        try (Finish finish = house.platform.finish()) {
            finish.async(() -> startAll(finish, task));
        } catch (ActionFailedException overflow) {
            return;
        }
        throw new AssertionError("the recursion ended well");
    }
}
