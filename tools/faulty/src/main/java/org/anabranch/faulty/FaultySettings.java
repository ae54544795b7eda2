package org.anabranch.faulty;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** Settings of the service, which exists only if it is configured. */
@ObjectClassDefinition(name = "Anabranch faulty devices")
public @interface FaultySettings {
    /** {@return the faults, in the syntax of {@link FaultPlan#parse}} */
    @AttributeDefinition(
            description = "Clauses such as: seed 7; fail run at 3; delay 0.1 20; lose at 100")
    String plan() default "";

    /** {@return the filter for the backend whose devices become faulty} */
    @AttributeDefinition(name = "backend.target", description = "Filter for the backend below")
    String backend_target() default FaultyBackend.REFERENCE;
}
