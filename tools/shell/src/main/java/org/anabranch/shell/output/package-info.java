/** The output of commands: tables, JSON, listings, lines that fit the screen. */
package org.anabranch.shell.output;
