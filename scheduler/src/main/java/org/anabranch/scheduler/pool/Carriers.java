package org.anabranch.scheduler.pool;

import com.google.errorprone.annotations.concurrent.GuardedBy;

import java.lang.management.ManagementFactory;

import javax.management.Attribute;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * Additional carrier threads of the JDK's scheduler of virtual threads, on which compensation
 * threads compute without taking those of the program's virtual threads. The JDK's management bean
 * of that scheduler sets their number, which belongs to the process; so it is changed by
 * differences, and changed back when no compensation thread needs them.
 */
final class Carriers {
    private static final String BEAN = "jdk.management:type=VirtualThreadScheduler";
    private static final String PARALLELISM = "Parallelism";

    /** No literal: that takes memory where it is first used. */
    private static final String FAILED =
            ("virtual threads that stand in for blocked workers share the carriers of the program's"
                            + " virtual threads")
                    .intern();

    @GuardedBy("this")
    private int added;

    @GuardedBy("this")
    private boolean refused;

    /** Sets how many carriers there are beyond those of the program. Throws nothing. */
    synchronized void have(int number) {
        if (number == added || refused) {
            return;
        }
        try {
            MBeanServer server = ManagementFactory.getPlatformMBeanServer();
            ObjectName bean = new ObjectName(BEAN);
            synchronized (server) { // one for the process, as the number is
                int now = (int) server.getAttribute(bean, PARALLELISM);
                server.setAttribute(
                        bean, new Attribute(PARALLELISM, Math.max(1, now + number - added)));
            }
            added = number;
        } catch (Exception | LinkageError missing) {
            refused = true;
            ForeignCode.warn(FAILED, missing);
        } catch (OutOfMemoryError full) {
            ForeignCode.warn(FAILED, full); // the next one tries again
        }
    }
}
