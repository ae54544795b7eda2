/** What happened: rings of events that are written without waiting and read from the side. */
package org.anabranch.scheduler.log;
