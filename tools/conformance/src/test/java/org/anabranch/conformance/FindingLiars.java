package org.anabranch.conformance;

import org.anabranch.api.KernelCode;
import org.anabranch.api.ProcessorMask;
import org.anabranch.conformance.Liar.LyingBackend;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceInfo;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/** Liars of chapter 1. */
final class FindingLiars {
    private FindingLiars() {}

    static List<Liar> all() {
        return List.of(
                new Liar(
                        "1.2",
                        "numbers its devices anew at each search",
                        "probe listed",
                        new Renumbering()),
                new Liar("1.3", "opens once", "in round 2 of opening", new OpensOnce()),
                new Liar(
                        "1.4",
                        "opens the whole device for any mask",
                        "opened for the mask {} of 2 processors",
                        new IgnoresMask()),
                new Liar(
                        "1.4",
                        "refuses a mask with another exception",
                        "open threw java.lang.IllegalArgumentException: no",
                        new RefusesOddly()));
    }

    private static final class Renumbering extends LyingBackend {
        private final AtomicInteger next = new AtomicInteger();

        Renumbering() {
            super(Liar.reference(2), UnaryOperator.identity());
        }

        @Override
        public List<DeviceInfo> probe() {
            return List.of(
                    DeviceInfo.plain("liar:" + next.getAndIncrement(), 2, 1000, KernelCode.JAVA));
        }
    }

    private static final class OpensOnce extends LyingBackend {
        private boolean opened;

        OpensOnce() {
            super(Liar.reference(2), UnaryOperator.identity());
        }

        @Override
        public Device open(DeviceInfo info, ProcessorMask mask) throws DeviceException {
            if (opened) {
                throw new DeviceException("already opened");
            }
            opened = true;
            return super.open(info, mask);
        }
    }

    private static final class IgnoresMask extends LyingBackend {
        IgnoresMask() {
            super(Liar.reference(2), UnaryOperator.identity());
        }

        @Override
        public Device open(DeviceInfo info, ProcessorMask mask) throws DeviceException {
            return super.open(info, info.mask());
        }
    }

    private static final class RefusesOddly extends LyingBackend {
        RefusesOddly() {
            super(Liar.reference(2), UnaryOperator.identity());
        }

        @Override
        public Device open(DeviceInfo info, ProcessorMask mask) throws DeviceException {
            if (!mask.equals(info.mask())) {
                throw new IllegalArgumentException("no");
            }
            return super.open(info, mask);
        }
    }
}
