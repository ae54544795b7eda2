/** The shell commands of the scope {@code loops}. */
package org.anabranch.loops.shell;
