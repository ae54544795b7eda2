/** The event log: ring buffers that readers drain without stopping writers. */
package org.anabranch.scheduler.log;
