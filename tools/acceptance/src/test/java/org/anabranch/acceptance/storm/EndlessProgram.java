package org.anabranch.acceptance.storm;

import java.util.concurrent.CountDownLatch;

/** Waits for what never comes. */
final class EndlessProgram {
    private EndlessProgram() {}

    public static void main(String[] args) throws InterruptedException {
        new CountDownLatch(1).await();
    }
}
