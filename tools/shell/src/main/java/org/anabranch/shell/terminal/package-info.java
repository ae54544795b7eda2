/**
 * The shell itself: a terminal, a script or the words of a command line. Uses all other packages.
 */
package org.anabranch.shell.terminal;
