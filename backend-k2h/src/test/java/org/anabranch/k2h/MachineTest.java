package org.anabranch.k2h;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.k2h.board.Bank;
import org.anabranch.k2h.board.Board;
import org.anabranch.k2h.board.CacheShape;
import org.anabranch.k2h.board.Core;
import org.anabranch.k2h.board.K2hException;
import org.anabranch.k2h.board.Side;
import org.anabranch.k2h.machine.CoreTrace;
import org.anabranch.k2h.machine.Descriptor;
import org.anabranch.k2h.machine.DescriptorRegion;
import org.anabranch.k2h.machine.FreePace;
import org.anabranch.k2h.machine.HardwareQueue;
import org.anabranch.k2h.machine.LineCache;
import org.anabranch.k2h.machine.MemoryBlock;
import org.anabranch.k2h.machine.QueueFabric;
import org.anabranch.k2h.machine.SharedMemory;
import org.anabranch.k2h.machine.UncachedWords;
import org.anabranch.k2h.run.RuntimeOptions;
import org.junit.jupiter.api.Test;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

class MachineTest {
    private final SharedMemory memory = new SharedMemory(Board.K2H);
    private final QueueFabric fabric = new QueueFabric(Board.K2H.queues());

    private DescriptorRegion region(int count) {
        DescriptorRegion region =
                new DescriptorRegion(memory.allocate(Bank.MSMC, count * 128L), count, 16);
        fabric.register(0, region);
        return region;
    }

    @Test
    void k2hQ1_thereAreTwoManagersOf8192QueuesAndNoMore() {
        for (int manager = 0; manager < 2; manager++) {
            for (int id = 0; id < 8192; id++) {
                assertEquals(id, fabric.open(manager, id).id());
            }
        }
        assertThrows(K2hException.Queue.class, () -> fabric.open(0, 8192));
        assertThrows(K2hException.Queue.class, () -> fabric.open(2, 0));
        assertThrows(K2hException.Queue.class, () -> fabric.open(1));
        assertEquals(2 * 8192, fabric.open().size());
    }

    @Test
    void k2hQ1_doubleOpenAndLeakAtCloseAreDetected() {
        HardwareQueue queue = fabric.open(0, 7);
        assertTrue(
                assertThrows(K2hException.Queue.class, () -> fabric.open(0, 7))
                        .getMessage()
                        .contains("0:7"));
        queue.pushFar(region(1).descriptors().getFirst());
        assertTrue(
                assertThrows(K2hException.Queue.class, () -> fabric.close(queue))
                        .getMessage()
                        .contains("1 descriptors"));
        Descriptor descriptor = queue.pop();
        fabric.close(queue);
        assertThrows(K2hException.Queue.class, () -> fabric.close(queue));
        assertThrows(K2hException.Queue.class, () -> queue.pushFar(descriptor));
    }

    @Test
    void k2hQ2_the65thRegionIsRefusedAndStrangersCannotBePushed() {
        for (int i = 0; i < 64; i++) {
            region(1);
        }
        DescriptorRegion last = new DescriptorRegion(memory.allocate(Bank.MSMC, 128), 1, 16);
        assertThrows(K2hException.Queue.class, () -> fabric.register(0, last));
        HardwareQueue queue = fabric.open(0);
        assertThrows(K2hException.Queue.class, () -> queue.pushFar(last.descriptors().getFirst()));
        fabric.register(1, last);
        HardwareQueue other = fabric.open(1);
        other.pushFar(last.descriptors().getFirst());
        assertThrows(
                K2hException.Queue.class,
                () -> other.pushPopEnd(last.descriptors().getFirst()),
                "it is in a queue already");
    }

    @Test
    void k2hQ3_pushFarIsFifoPushPopEndIsLifoAndThereIsOnePop() {
        List<Descriptor> d = region(4).descriptors();
        HardwareQueue queue = fabric.open(0);
        d.forEach(queue::pushFar);
        d.forEach(descriptor -> assertSame(descriptor, queue.pop()));
        d.forEach(queue::pushPopEnd);
        d.reversed().forEach(descriptor -> assertSame(descriptor, queue.pop()));
        queue.pushFar(d.get(0));
        queue.pushPopEnd(d.get(1));
        queue.pushFar(d.get(2));
        assertEquals(3, queue.length());
        assertSame(d.get(1), queue.pop());
        assertSame(d.get(0), queue.pop());
        assertSame(d.get(2), queue.pop());
        assertNull(queue.pop());
        Set<String> takers =
                Arrays.stream(HardwareQueue.class.getDeclaredMethods())
                        .filter(m -> m.getReturnType() == Descriptor.class)
                        .map(Method::getName)
                        .collect(Collectors.toSet());
        assertEquals(Set.of("pop"), takers);
    }

    @Test
    void k2hQ4_twelveCoresMoveAMillionDescriptorsWithoutLossOrDuplicate() {
        int seeds = Programs.NIGHTLY ? 20 : 2;
        int moves = Programs.NIGHTLY ? 1_000_000 : 100_000;
        for (int seed = 0; seed < seeds; seed++) {
            shuffle(seed, moves);
        }
    }

    /**
     * Twelve cores pop anywhere and push anywhere; a core that pops a descriptor checks that no
     * other core has it.
     */
    private void shuffle(int seed, int moves) {
        QueueFabric own = new QueueFabric(Board.K2H.queues());
        SharedMemory store = new SharedMemory(Board.K2H);
        DescriptorRegion region =
                new DescriptorRegion(store.allocate(Bank.MSMC, 256 * 128L), 256, 16);
        own.register(0, region);
        List<HardwareQueue> queues = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            queues.add(own.open(0));
        }
        region.descriptors().forEach(queues.getFirst()::pushFar);
        FreePace pace = new FreePace(seed, 1);
        List<Core> cores = new ArrayList<>();
        List<Runnable> bodies = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            Core core = new Core(i < 4 ? Side.ARM : Side.DSP, i < 4 ? i : i - 4, i);
            cores.add(core);
            bodies.add(() -> move(pace, core, queues, moves / 12));
        }
        pace.start(cores, bodies);
        pace.join();
        long pushes = 0;
        int left = 0;
        for (HardwareQueue queue : queues) {
            for (Descriptor d = queue.pop(); d != null; d = queue.pop()) {
                left++;
                pushes += d.words()[1];
            }
        }
        assertEquals(256, left);
        assertEquals(
                moves / 12 * 12L, pushes, "each move was counted in the descriptor by its owner");
    }

    private static void move(FreePace pace, Core core, List<HardwareQueue> queues, int count) {
        for (int done = 0; done < count; ) {
            Descriptor descriptor = queues.get(pace.random(core, queues.size())).pop();
            pace.turn(core);
            if (descriptor != null) {
                if (descriptor.words()[0] != 0) {
                    throw new IllegalStateException(descriptor + " has two owners");
                }
                descriptor.words()[0] = core.index() + 1L;
                descriptor.words()[1]++;
                pace.turn(core);
                descriptor.words()[0] = 0;
                HardwareQueue target = queues.get(pace.random(core, queues.size()));
                if (pace.random(core, 2) == 0) {
                    target.pushFar(descriptor);
                } else {
                    target.pushPopEnd(descriptor);
                }
                done++;
            }
        }
    }

    @Test
    void k2hP3_memoryIsFiniteAndNeverSilentlyElsewhere() {
        MemoryBlock all = memory.allocate(Bank.MSMC, 6 << 20);
        K2hException.Exhausted full =
                assertThrows(K2hException.Exhausted.class, () -> memory.allocate(Bank.MSMC, 1));
        assertTrue(full.getMessage().contains("MSMC"));
        assertEquals(0, memory.used(Bank.DDR));
        assertThrows(K2hException.Exhausted.class, () -> memory.allocate(Bank.DDR, (2L << 30) + 1));
        assertEquals(2L << 30, memory.allocate(Bank.DDR, 2L << 30).bytes());
        memory.free(all);
        assertEquals(6 << 20, memory.allocate(Bank.MSMC, 6 << 20).bytes());
    }

    @Test
    void k2hP3_holesMergeForAnyOrderOfRelease() {
        SplittableRandom random = new SplittableRandom(5);
        for (int round = 0; round < 50; round++) {
            List<MemoryBlock> blocks = new ArrayList<>();
            while (memory.used(Bank.MSMC) < 5 << 20) {
                MemoryBlock block = memory.allocate(Bank.MSMC, 1 + random.nextInt(200_000));
                assertEquals(0, block.address() % 128);
                blocks.add(block);
                if (random.nextInt(3) == 0) {
                    memory.free(blocks.remove(random.nextInt(blocks.size())));
                }
            }
            for (MemoryBlock a : blocks) {
                for (MemoryBlock b : blocks) {
                    assertTrue(
                            a == b
                                    || a.address() + a.bytes() <= b.address()
                                    || b.address() + b.bytes() <= a.address());
                }
            }
            while (!blocks.isEmpty()) {
                memory.free(blocks.remove(random.nextInt(blocks.size())));
            }
            memory.free(memory.allocate(Bank.MSMC, 6 << 20));
        }
    }

    @Test
    void k2hM6_pointersRoundTripAndForeignOnesTrap() {
        MemoryBlock block = memory.allocate(Bank.DDR, 1000);
        long pointer = SharedMemory.pointer(block.address() + 7);
        assertEquals(block.address() + 7, memory.address(pointer));
        assertEquals(0, memory.address(pointer) >>> 32, "a DSP address has 32 bits");
        assertThrows(K2hException.AddressTrap.class, () -> memory.address(pointer + 4096));
        assertThrows(K2hException.AddressTrap.class, () -> memory.address(block.address()));
        assertThrows(K2hException.AddressTrap.class, () -> memory.address(0));
    }

    private LineCache cache(int line, boolean through) {
        return new LineCache(
                memory,
                new FreePace(1, 0),
                new CoreTrace(RuntimeOptions.Tracing.OFF),
                null,
                new CacheShape(line, 16 * line, 4),
                through);
    }

    private static final Core ARM = new Core(Side.ARM, 0, 0);
    private static final Core DSP = new Core(Side.DSP, 0, 1);

    @Test
    void k2hC1_coresSeeDifferentContentsUntilWrittenBackAndInvalidated() {
        LineCache arm = cache(64, false);
        LineCache dsp = cache(128, false);
        long at = memory.allocate(Bank.DDR, 128).address();
        assertEquals(0, dsp.getInt(DSP, at));
        arm.putInt(ARM, at, 5);
        assertEquals(5, arm.getInt(ARM, at));
        assertEquals(0, dsp.getInt(DSP, at));
        arm.writeBackInvalidate(ARM, at, 4);
        assertEquals(0, dsp.getInt(DSP, at), "the DSP still has its own copy");
        dsp.invalidateAll(DSP);
        assertEquals(5, dsp.getInt(DSP, at));
        dsp.putInt(DSP, at, 6);
        assertEquals(5, arm.getInt(ARM, at));
        dsp.invalidateAll(DSP);
        assertEquals(5, dsp.getInt(DSP, at), "what was dirty is lost");
    }

    @Test
    void k2hC3_writeThroughReachesMemoryAtOnce() {
        LineCache dsp = cache(128, true);
        LineCache arm = cache(64, false);
        long at = memory.allocate(Bank.DDR, 128).address();
        dsp.putInt(DSP, at + 4, 9);
        assertEquals(9, arm.getInt(ARM, at + 4));
        dsp.invalidateAll(DSP);
        assertEquals(9, dsp.getInt(DSP, at + 4));
    }

    @Test
    void k2hC6_writingBackALineOverwritesItsOtherHalf() {
        LineCache arm = cache(64, false);
        LineCache dsp = cache(128, false);
        long at = memory.allocate(Bank.DDR, 128).address();
        dsp.putInt(DSP, at, 1);
        arm.putInt(ARM, at + 64, 2);
        arm.writeBackInvalidate(ARM, at, 128);
        assertEquals(2, cache(64, false).getInt(ARM, at + 64));
        dsp.writeBackAll(DSP);
        assertEquals(
                0,
                cache(64, false).getInt(ARM, at + 64),
                "the DSP's line of 128 bytes held the old half");
    }

    @Test
    void k2hP2_evictionWritesBackAndCapacityIsKept() {
        LineCache dsp = cache(128, false);
        long at = memory.allocate(Bank.DDR, 128 * 100).address();
        for (int i = 0; i < 100; i++) {
            dsp.putInt(DSP, at + 128L * i, i + 1);
            assertTrue(dsp.residents() <= 16);
        }
        LineCache other = cache(128, false);
        int visible = 0;
        for (int i = 0; i < 100; i++) {
            visible += other.getInt(DSP, at + 128L * i) == i + 1 ? 1 : 0;
        }
        assertEquals(84, visible, "all but the 16 lines still held");
        dsp.writeBackInvalidate(DSP, at, 128 * 100);
        assertEquals(0, dsp.residents());
    }

    @Test
    void k2hM6_unalignedAndUnmappedAccessesTrap() {
        LineCache dsp = cache(128, false);
        long at = memory.allocate(Bank.DDR, 128).address();
        assertThrows(K2hException.AddressTrap.class, () -> dsp.getInt(DSP, at + 2));
        assertThrows(K2hException.AddressTrap.class, () -> dsp.getInt(DSP, 0));
        assertThrows(K2hException.AddressTrap.class, () -> dsp.putInt(DSP, at + 128, 1));
        assertEquals(0, dsp.residents());
    }

    @Test
    void k2hP4_uncachedWordsOfferNoAtomicUpdate() {
        Set<String> methods =
                Arrays.stream(UncachedWords.class.getDeclaredMethods())
                        .map(Method::getName)
                        .collect(Collectors.toSet());
        assertEquals(Set.of("get", "put", "count"), methods);
        assertFalse(methods.contains("compareAndSet"));
    }
}
