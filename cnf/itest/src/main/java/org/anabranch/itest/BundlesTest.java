package org.anabranch.itest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.test.common.annotation.InjectBundleContext;
import org.osgi.test.junit5.context.BundleContextExtension;

import java.util.Arrays;
import java.util.List;

@ExtendWith(BundleContextExtension.class)
public class BundlesTest {

    @InjectBundleContext BundleContext context;

    @Test
    void everyBundleOfOursIsActive() {
        List<String> idle =
                Arrays.stream(context.getBundles())
                        .filter(bundle -> bundle.getSymbolicName().startsWith("org.anabranch."))
                        .filter(bundle -> bundle.getHeaders().get(Constants.FRAGMENT_HOST) == null)
                        .filter(bundle -> bundle.getState() != Bundle.ACTIVE)
                        .map(Bundle::getSymbolicName)
                        .toList();
        assertEquals(List.of(), idle);
    }
}
