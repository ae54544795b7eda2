package org.anabranch.loops.translate;

import org.anabranch.api.Domain;
import org.anabranch.api.Platform;
import org.anabranch.loops.emit.OpenClRun;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** An OpenCL device, and a translator for kernels in Java; opened for each class of tests. */
abstract class OnTranslatingDevice {
    static OpenClRun device;
    static Platform platform;
    static Domain domain;

    @BeforeAll
    static void open() throws Exception {
        device = new OpenClRun();
        device.engine().add(new JavaTranslator());
        platform = device.platform();
        domain = device.domain();
    }

    @AfterAll
    static void close() {
        if (device != null) {
            device.close();
            device = null;
        }
    }
}
