package org.anabranch.conformance;

import org.anabranch.api.Region;
import org.anabranch.faulty.ForwardingDevice;
import org.anabranch.spi.Backend;
import org.anabranch.spi.Completion;
import org.anabranch.spi.Order;
import org.anabranch.spi.Slice;

import java.util.List;
import java.util.function.UnaryOperator;

/** Liars of chapter 3 about copies within the device. */
final class CopyLiars {
    private CopyLiars() {}

    static List<Liar> all() {
        return List.of(
                liar("leaves out the last row in copies", CopyLiars::withoutLastRow),
                liar("ignores the pitch in copies", CopyLiars::tight),
                liar("copies the bytes between rows, too", CopyLiars::extent),
                Liar.device(
                        "3.8",
                        "completes a copy without copying",
                        "byte 317 of what is written is another",
                        CopiesNothing::new),
                Liar.device("3.8", "begins too early", "is another", BeginsEarly::new),
                Liar.device("3.8", "never completes a copy", "never completed", TellsNobody::new));
    }

    private static Liar liar(String name, UnaryOperator<Region> change) {
        return Liar.device("3.8", name, "is another", below -> new ChangesRegions(below, change));
    }

    private static Region withoutLastRow(Region all) {
        return new Region(
                all.offset(),
                all.width(),
                Math.max(1, all.height() - 1),
                all.depth(),
                all.rowPitch(),
                all.slicePitch());
    }

    private static Region tight(Region all) {
        return new Region(
                all.offset(),
                all.width(),
                all.height(),
                all.depth(),
                all.width(),
                all.slicePitch());
    }

    private static Region extent(Region all) {
        return all.height() == 1 ? all : Region.of(all.offset(), all.rowPitch() + all.width());
    }

    private static final class ChangesRegions extends ForwardingDevice {
        private final UnaryOperator<Region> change;

        ChangesRegions(Backend.Device below, UnaryOperator<Region> change) {
            super(below);
            this.change = change;
        }

        @Override
        public void copy(Order order, Slice from, Slice to, Completion completion) {
            Slice less = new Slice(from.memory(), change.apply(from.region()));
            Slice there =
                    new Slice(
                            to.memory(),
                            less.region().isInterval()
                                    ? Region.of(to.region().offset(), less.region().width())
                                    : change.apply(to.region()));
            boolean fits = there.region().end() <= 4096 && less.region().end() <= 4096;
            super.copy(order, fits ? less : from, fits ? there : to, completion);
        }
    }

    private static final class CopiesNothing extends ForwardingDevice {
        CopiesNothing(Backend.Device below) {
            super(below);
        }

        @Override
        public void copy(Order order, Slice from, Slice to, Completion completion) {
            Region none = Region.of(0, 0);
            super.copy(
                    order,
                    new Slice(from.memory(), none),
                    new Slice(to.memory(), none),
                    completion);
        }
    }

    /** Copies when it is told to, whatever comes before on the lane. */
    private static final class BeginsEarly extends ForwardingDevice {
        BeginsEarly(Backend.Device below) {
            super(below);
        }

        @Override
        public void copy(Order order, Slice from, Slice to, Completion completion) {
            Order other = new Order(1, order.ticket(), new long[0]);
            super.copy(other, from, to, completion);
        }
    }

    private static final class TellsNobody extends ForwardingDevice {
        TellsNobody(Backend.Device below) {
            super(below);
        }

        @Override
        public void copy(Order order, Slice from, Slice to, Completion completion) {
            super.copy(order, from, to, Liar.NOBODY);
        }
    }
}
