/** The command {@code settings}: the settings of every part and their values. */
package org.anabranch.shell.settings;
