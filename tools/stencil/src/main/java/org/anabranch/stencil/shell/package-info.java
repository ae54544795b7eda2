/** The shell commands of the scope {@code stencil}, and the files they read and write. */
package org.anabranch.stencil.shell;
