package org.anabranch.stencil.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import org.anabranch.api.Domain;
import org.anabranch.api.Kernel;
import org.anabranch.api.Monitor.DomainReport;
import org.anabranch.stencil.EmbeddedDevices;
import org.anabranch.stencil.PointKernel;
import org.anabranch.stencil.RandomStencil;
import org.anabranch.stencil.Sequential;
import org.anabranch.stencil.description.Stencil;
import org.anabranch.stencil.description.StencilArgument;
import org.anabranch.stencil.geometry.CellBox;
import org.anabranch.stencil.plan.StencilPlan;
import org.anabranch.stencil.plan.Transfer;
import org.anabranch.stencil.plan.Zone;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * Random stencils of one to three dimensions, random cuts, mixtures of domains and iterations: the
 * same bits as one kernel after the other over everything, and no byte moved but the plan's.
 */
class RandomStencilTest {
    private static final int CASES = Boolean.getBoolean("anabranch.nightly") ? 10_000 : 150;
    private static final int DEVICES = 6;
    private static EmbeddedDevices devices;

    @BeforeAll
    static void start() {
        devices = new EmbeddedDevices(DEVICES);
    }

    @AfterAll
    static void stop() {
        devices.close();
    }

    @Test
    void ST15_ST20_sameBitsAndExactlyThePlannedBytes() throws Exception {
        for (long seed = 1; seed <= CASES; seed++) {
            try {
                one(seed);
            } catch (Exception | AssertionError wrong) {
                throw new AssertionError("seed " + seed, wrong);
            }
        }
    }

    private static void one(long seed) throws Exception {
        Random random = new Random(~seed);
        RandomStencil drawn = RandomStencil.of(seed, DEVICES);
        List<Domain> domains = new ArrayList<>();
        for (int i = 0; i < DEVICES; i++) {
            domains.add(devices.reference(i));
        }
        domains.set(random.nextInt(DEVICES), devices.host());
        Collections.shuffle(domains, random);
        boolean shared = random.nextInt(4) == 0;
        if (shared) {
            domains.set(0, domains.get(1));
        }
        Map<String, MemorySegment> arrays = Sequential.arrays(drawn.stencil(), random);
        Map<String, MemorySegment> expected = Sequential.copy(arrays);
        PointKernel code = new PointKernel(drawn.stencil());
        Sequential.run(drawn.stencil(), code, expected);
        Kernel kernel = StencilKernels.of(drawn.stencil(), code);
        RunOptions options = RunOptions.DEFAULT.with(RunOptions.Order.values()[random.nextInt(2)]);
        List<DomainReport> before = domains.stream().map(devices::report).toList();
        new StencilRun(devices.platform(), drawn.plan(), domains, kernel, options).run(arrays);
        compare(drawn.stencil(), expected, arrays);
        if (!shared) {
            compareBytes(devices, drawn.plan(), domains, before);
        }
    }

    static void compare(
            Stencil stencil,
            Map<String, MemorySegment> expected,
            Map<String, MemorySegment> actual) {
        for (StencilArgument argument : stencil.arguments()) {
            boolean scratch =
                    argument.name().equals(stencil.swapOut())
                            && argument.property() == StencilArgument.Property.OUTPUT;
            if (argument.property().isArray() && !scratch) {
                long at = expected.get(argument.name()).mismatch(actual.get(argument.name()));
                if (at >= 0) {
                    fail(argument.name() + " differs from byte " + at + " on: " + stencil);
                }
            }
        }
    }

    static void compareBytes(
            EmbeddedDevices devices,
            StencilPlan plan,
            List<Domain> domains,
            List<DomainReport> before)
            throws Exception {
        for (Zone zone : plan.zones()) {
            Domain domain = domains.get(zone.device());
            if (domain.isHost()) {
                continue;
            }
            long in = 0;
            long out = plan.exchanges() * plan.bytesLeaving(zone.id());
            if (plan.stencil().iterations() > 0) {
                in += plan.bytesOf(zone.id());
                out += gathered(plan.stencil()) * zone.write().cells() - home(plan, zone);
            }
            int bytes = plan.stencil().grid().type().bytes();
            for (Transfer transfer : plan.transfers()) {
                if (transfer.to() == zone.id()) {
                    in += plan.exchanges() * transfer.cells() * bytes;
                }
            }
            DomainReport old = before.get(zone.device());
            awaitCounts(devices, domain, old, in, out);
            DomainReport now = devices.report(domain);
            assertEquals(in, now.bytesIn() - old.bytesIn(), "bytes to zone " + zone.id());
            assertEquals(out, now.bytesOut() - old.bytesOut(), "bytes from zone " + zone.id());
        }
    }

    /** An array updated in place is gathered too; what of it is at home already does not move. */
    private static long home(StencilPlan plan, Zone zone) {
        Stencil stencil = plan.stencil();
        if (!stencil.swaps()
                || stencil.argument(stencil.swapOut()).orElseThrow().property()
                        != StencilArgument.Property.INOUT) {
            return 0;
        }
        int bytes = stencil.grid().type().bytes();
        long last = stencil.iterations() - 2;
        if (last < 0) {
            return zone.write().cells() * bytes;
        }
        if ((last + 1) % plan.options().depth() != 0) {
            return 0;
        }
        List<CellBox> sent = new ArrayList<>();
        for (Transfer transfer : plan.transfers()) {
            if (transfer.from() == zone.id()) {
                sent.addAll(transfer.boxes());
            }
        }
        return CellBox.union(sent).stream().mapToLong(CellBox::cells).sum() * bytes;
    }

    /** Counts are made after events have settled, so they may come a moment later. */
    static void awaitCounts(
            EmbeddedDevices devices, Domain domain, DomainReport old, long in, long out)
            throws InterruptedException {
        for (int i = 0; i < 2000; i++) {
            DomainReport now = devices.report(domain);
            if (now.bytesIn() - old.bytesIn() >= in && now.bytesOut() - old.bytesOut() >= out) {
                return;
            }
            TimeUnit.MILLISECONDS.sleep(1);
        }
    }

    private static long gathered(Stencil stencil) {
        long bytes = 0;
        for (StencilArgument argument : stencil.arguments()) {
            boolean scratch =
                    argument.name().equals(stencil.swapOut())
                            && argument.property() == StencilArgument.Property.OUTPUT;
            boolean result =
                    argument.name().equals(stencil.swapIn())
                            || argument.property().isWritten() && !scratch;
            bytes += result ? argument.type().bytes() : 0;
        }
        return bytes;
    }
}
