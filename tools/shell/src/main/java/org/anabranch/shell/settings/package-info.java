/** The command {@code settings}: what every part can be told, and what it is told. */
package org.anabranch.shell.settings;
