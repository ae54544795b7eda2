/** The command {@code health}. */
package org.anabranch.health.shell;
