/** The commands {@code trace} and {@code graph}. */
package org.anabranch.seeing.shell;
