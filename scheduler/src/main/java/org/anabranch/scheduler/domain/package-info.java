/**
 * The host and the devices of backends as domains: lanes, tickets, memory, parts, loaded kernels.
 */
package org.anabranch.scheduler.domain;
