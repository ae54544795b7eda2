/** The commands that run programs on boards. */
package org.anabranch.k2h.shell;
