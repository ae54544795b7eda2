package acme;

import org.anabranch.conformance.Conformance;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

import java.util.stream.Stream;

class AcmeBackendTest {

    /** Each numbered rule of {@code org.anabranch.spi}, on each device. */
    @TestFactory
    Stream<DynamicNode> keepsEveryRule() {
        return Conformance.tests(new AcmeBackend());
    }
}
