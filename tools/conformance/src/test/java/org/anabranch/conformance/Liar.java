package org.anabranch.conformance;

import org.anabranch.api.MemoryKind;
import org.anabranch.api.ProcessorMask;
import org.anabranch.conformance.PlantedDevice.Planted;
import org.anabranch.reference.ReferenceBackend;
import org.anabranch.spi.Backend;
import org.anabranch.spi.Completion;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceInfo;

import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A device that breaks one rule.
 *
 * @param rule its number
 * @param lie what it does, in words
 * @param verdict part of what the kit must say
 * @param backend the backend that opens it
 */
record Liar(String rule, String lie, String verdict, Backend backend) {
    /** So little that rule 4.4 does not look for leaks of it, which takes long [bytes]. */
    private static final long LITTLE = 1 << 20;

    /** A completion that is neither called nor calls. */
    static final Completion NOBODY =
            new Completion() {
                @Override
                public void done() {}

                @Override
                public void failed(Throwable cause) {}
            };

    /** A lie about devices with these lanes, over the reference device with a steal port. */
    static Liar on(
            int lanes,
            String rule,
            String lie,
            String verdict,
            UnaryOperator<Backend.Device> device) {
        return new Liar(rule, lie, verdict, new LyingBackend(reference(lanes), device));
    }

    static Liar device(
            String rule, String lie, String verdict, UnaryOperator<Backend.Device> device) {
        return on(2, rule, lie, verdict, device);
    }

    static Backend reference(int lanes, long memory) {
        DeviceInfo info = HonestDevicesTest.info(lanes, false, true);
        return new ReferenceBackend(List.of(info.withMemory(MemoryKind.NORMAL, memory)), true);
    }

    static Backend reference(int lanes) {
        return reference(lanes, LITTLE);
    }

    Subject subject(Duration patience) {
        Backend honest = backend instanceof Planted planted ? planted.below() : backend;
        DeviceInfo info = honest.probe().getFirst();
        ConformanceDeclaration declaration =
                rule.equals("4.6")
                        ? new EndLiars.EndlessLiars(info.kind())
                        : new EndLiars.VanishingLiars(info.kind());
        return new Subject(backend, info, declaration, patience);
    }

    @Override
    public String toString() {
        return rule + ": " + lie;
    }

    /** The devices of another backend, each with a lie around it. */
    static class LyingBackend implements Backend {
        final Backend below;
        private final UnaryOperator<Device> lie;

        LyingBackend(Backend below, UnaryOperator<Device> lie) {
            this.below = below;
            this.lie = lie;
        }

        @Override
        public List<DeviceInfo> probe() {
            return below.probe();
        }

        @Override
        public Device open(DeviceInfo info, ProcessorMask mask) throws DeviceException {
            return lie.apply(below.open(info, mask));
        }
    }
}
