/** What commands print, and where: tables, JSON, listings, lines that fit the screen. */
package org.anabranch.shell.output;
