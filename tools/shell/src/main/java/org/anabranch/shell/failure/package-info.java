/** Failures of commands: one sentence and a status. Uses no other package. */
package org.anabranch.shell.failure;
