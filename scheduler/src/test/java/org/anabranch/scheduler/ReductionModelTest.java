package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.anabranch.api.ActionFailedException;
import org.anabranch.api.Argument;
import org.anabranch.api.Event;
import org.anabranch.api.Mode;
import org.anabranch.api.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.SplittableRandom;

/** The model of random programs knows that reductions may run in any order. */
@Timeout(120)
class ReductionModelTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void HST_5_the_model_lets_reductions_change_places(int domain) {
        try (House house = House.devices(1)) {
            SplittableRandom random = new SplittableRandom(1);
            Stream stream = house.platform.domains().get(domain).stream();
            Gate gate = new Gate();
            ModelledBuffer x = new ModelledBuffer(house.platform, random);
            ModelledBuffer y = new ModelledBuffer(house.platform, random);
            stream.run(gate.fill, y.buffer.all().out(), Argument.of(0L));
            ModelledAction fails = enqueue(stream, true, use(x, Mode.REDUCE), use(y, Mode.READ));
            ModelledAction done = enqueue(stream, false, use(x, Mode.REDUCE));
            done.event.await();
            ModelledAction cancelled = enqueue(stream, false, use(x, Mode.READ_WRITE));
            gate.open();
            assertThrows(ActionFailedException.class, stream::await);
            for (ModelledAction action : List.of(fails, done, cancelled)) {
                action.check(false, action.toString());
                action.replay();
            }
            assertEquals(Event.State.DONE, done.event.state());
            assertEquals(Event.State.CANCELLED, cancelled.event.state());
        }
    }

    private static ModelledAction.Use use(ModelledBuffer of, Mode mode) {
        return new ModelledAction.Use(of, of.buffer.all(), mode);
    }

    private static ModelledAction enqueue(
            Stream stream, boolean fails, ModelledAction.Use... uses) {
        ModelledAction action = new ModelledAction(List.of(uses), 7, fails);
        action.enqueued(true);
        action.event =
                stream.run(
                        ModelledAction.kernel(
                                action.uses.stream().map(ModelledAction.Use::mode).toList()),
                        action.arguments());
        return action;
    }
}
