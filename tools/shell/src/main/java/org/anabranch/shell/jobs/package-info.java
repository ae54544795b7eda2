/**
 * Jobs: choosing their domains, running them, showing how far they are and how they ended. Uses
 * {@code commands} and what is below.
 */
package org.anabranch.shell.jobs;
