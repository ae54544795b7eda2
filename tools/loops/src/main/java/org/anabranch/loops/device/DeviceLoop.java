package org.anabranch.loops.device;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Domain;
import org.anabranch.api.Mode;
import org.anabranch.api.Place;
import org.anabranch.api.Platform;
import org.anabranch.loops.emit.EmitOptions;
import org.anabranch.loops.emit.KernelText;
import org.anabranch.loops.emit.KernelText.Role;
import org.anabranch.loops.emit.OpenClEmitter;
import org.anabranch.loops.ir.LoopBody;
import org.anabranch.loops.ir.Statement;
import org.anabranch.loops.lift.Lifted;
import org.anabranch.loops.nest.Inputs;
import org.anabranch.loops.nest.LoopNest;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * A proved loop that runs in a place: as a whole on one device, or shared by several, and by the
 * host if the place includes it, as a shared loop of the platform. The results of devices are
 * copied back only if no iteration faulted.
 *
 * @param platform where kernels run
 * @param place where the loop runs; not the host alone
 * @param residence keeps arrays on devices
 * @param lifted one iteration
 * @param inputs the values of this call
 * @param ulps by how many units in the last place a function of a device may differ from Java's
 */
public record DeviceLoop(
        Platform platform,
        Place place,
        Residence residence,
        Lifted lifted,
        Inputs inputs,
        int ulps) {
    private static final int LANES = 16;

    /**
     * Runs the loop.
     *
     * @param nest the loop at this call, proved to be independent
     * @param low first index
     * @param high bound, not included
     * @param host runs iterations on the program's memory
     * @param undo undoes the writes of iterations on the program's memory; null if no iteration can
     *     fault
     * @return where it ran
     * @throws DeviceRefusal if it cannot run there or has failed; memory is unchanged then
     */
    public String run(LoopNest nest, long low, long high, Iterations host, Runnable undo)
            throws DeviceRefusal {
        Participants who = Participants.of(platform, place);
        CollapseChoice collapse =
                who.areManyCores()
                        ? CollapseChoice.of(lifted.body(), nest, high - low, who.isOne())
                        : CollapseChoice.NONE;
        EmitOptions options = options(who, nest, collapse);
        KernelText text = LoopKernel.text(lifted, options);
        Domain single = text.doubles() ? who.withoutDoubles(platform) : null;
        if (single != null) {
            throw new DeviceRefusal(single.id() + " does not have Java's double");
        }
        RootUse[] uses = uses(text, nest);
        if (!who.isOne()) {
            check(uses, high - low);
        }
        List<Mode> modes = modes(text, uses, who.isOne() ? high - low : 0);
        LoopKernel kernel = LoopKernel.of(lifted, options, modes);
        WorkItems items = new WorkItems(high - low, text.perItem(), collapse.width());
        boolean mayFail = !nest.hazards().isEmpty() || !kernel.ran().contains(who.names());
        try (Residence.Lease lease = residence.lease(mayFail, who.host())) {
            String failed =
                    new SharedRun(platform, who, kernel, inputs, uses, lease, low, items)
                            .run(host, undo);
            if (failed != null) {
                return "the host, since " + failed;
            }
            lease.wentWell();
            kernel.ran().add(who.names());
            return who.names();
        } catch (AnabranchException failed) {
            throw new DeviceRefusal(who.names() + ": " + failed.getMessage());
        }
    }

    private static void check(RootUse[] uses, long iterations) throws DeviceRefusal {
        boolean memory = false;
        for (RootUse use : uses) {
            memory |= use != null;
            String obstacle = use == null ? null : use.obstacle(iterations);
            if (obstacle != null) {
                throw new DeviceRefusal("it cannot be shared: " + obstacle);
            }
        }
        if (!memory) {
            throw new DeviceRefusal("it touches no array");
        }
    }

    /** Returns, for each memory parameter, the part of it that is used. */
    private RootUse[] uses(KernelText text, LoopNest nest) throws DeviceRefusal {
        RootUse[] uses = new RootUse[text.parameters().size()];
        Map<Object, RootUse> known = new IdentityHashMap<>();
        for (int p = 0; p < uses.length; p++) {
            KernelText.Parameter parameter = text.parameters().get(p);
            if (parameter.role() == Role.MEMORY) {
                Object root = inputs.of(parameter.input().local());
                if (root == null) {
                    throw new DeviceRefusal(parameter.input().local().name() + " is null");
                }
                if (!known.containsKey(root)) {
                    known.put(root, new RootUse(root, nest, inputs));
                }
                uses[p] = known.get(root);
            }
        }
        return uses;
    }

    /**
     * Returns the access modes of the parameters. If one device gets all memory as a whole, a part
     * that is not written must be valid there.
     *
     * @param whole iterations of one device, or 0
     */
    private static List<Mode> modes(KernelText text, RootUse[] uses, long whole) {
        List<Mode> modes = new ArrayList<>();
        for (int p = 0; p < uses.length; p++) {
            Mode mode = uses[p] == null ? null : uses[p].mode();
            if (text.parameters().get(p).role() == Role.FAULTS) {
                mode = Mode.WRITE;
            }
            boolean keeps =
                    whole > 0
                            && uses[p] != null
                            && mode == Mode.WRITE
                            && !uses[p].isOverwritten(whole);
            modes.add(keeps ? Mode.READ_WRITE : mode);
        }
        return Collections.unmodifiableList(modes);
    }

    /**
     * Returns the kernel that a device without vectors would run.
     *
     * @param lifted one iteration
     * @param nest the loop at this call
     * @param iterations how many it has
     * @return OpenCL C, or the reason why there is none
     */
    public static String text(Lifted lifted, LoopNest nest, long iterations) {
        CollapseChoice collapse = CollapseChoice.of(lifted.body(), nest, iterations, true);
        return text(lifted, nest.hazards().isEmpty(), collapse);
    }

    /**
     * Returns the kernel that a device without vectors would run.
     *
     * @param lifted one iteration
     * @param proved true if nothing in it may throw; if false, it checks for faults
     * @return OpenCL C, or the reason why there is none
     */
    public static String text(Lifted lifted, boolean proved) {
        return text(lifted, proved, CollapseChoice.NONE);
    }

    private static String text(Lifted lifted, boolean proved, CollapseChoice collapse) {
        try {
            EmitOptions options = EmitOptions.scalar().proved(proved).collapse(collapse.way());
            return LoopKernel.text(lifted, options).code().text();
        } catch (DeviceRefusal refusal) {
            return "none: " + refusal.getMessage();
        }
    }

    private EmitOptions options(Participants who, LoopNest nest, CollapseChoice collapse)
            throws DeviceRefusal {
        boolean proved = nest.hazards().isEmpty();
        EmitOptions options = who.options(platform).proved(proved).ulps(ulps);
        if (!who.areProcessors()) {
            return options.collapse(collapse.way());
        }
        List<Statement.Repeat> loops = topLoops(lifted.body());
        return !loops.isEmpty() && loops.stream().allMatch(nest::independentInside)
                ? options.innerLanes(LANES, loops::contains)
                : options.lanes(LANES);
    }

    /** Returns the outermost loops whose iterations may be lanes. */
    private static List<Statement.Repeat> topLoops(LoopBody body) {
        List<Statement.Repeat> loops = new ArrayList<>(OpenClEmitter.laneLoops(body));
        for (Statement statement : Statement.all(body.statements())) {
            if (statement instanceof Statement.Repeat outer) {
                loops.removeAll(Statement.all(outer.body()));
            }
        }
        return loops;
    }
}
