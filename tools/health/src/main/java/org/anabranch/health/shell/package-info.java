/** The command. */
package org.anabranch.health.shell;
