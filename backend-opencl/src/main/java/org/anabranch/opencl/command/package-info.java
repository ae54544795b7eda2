/** Operations between submission and completion: lanes, queues, the dispatcher and the poller. */
package org.anabranch.opencl.command;
