package org.anabranch.k2h.bench;

import org.anabranch.k2h.program.Program;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;

import java.util.ArrayList;
import java.util.List;

/** The component that registers the three programs of the paper. */
@Component(immediate = true, service = PaperPrograms.class)
public final class PaperPrograms {
    private final List<ServiceRegistration<Program>> offered = new ArrayList<>();

    /**
     * Registers the programs.
     *
     * @param context of this bundle
     */
    @Activate
    public PaperPrograms(BundleContext context) {
        for (Program program : all()) {
            offered.add(context.registerService(Program.class, program, null));
        }
    }

    /** {@return the three programs} */
    public static List<Program> all() {
        return PaperProgram.all();
    }

    @Deactivate
    void end() {
        offered.forEach(ServiceRegistration::unregister);
    }
}
