/** The runtime. */
package org.anabranch.scheduler;
