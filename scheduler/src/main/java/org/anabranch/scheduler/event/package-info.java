/**
 * Events that settle once, waiting for them, deadlocks among those who wait, and the exceptions
 * that tell of failures.
 */
package org.anabranch.scheduler.event;
