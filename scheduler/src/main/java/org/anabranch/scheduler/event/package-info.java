/**
 * Events that settle once, waits for them, deadlock detection, and the exceptions that report
 * failures.
 */
package org.anabranch.scheduler.event;
