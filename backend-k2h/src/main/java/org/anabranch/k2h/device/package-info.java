/** The backend: boards of the model as devices, and the shell commands that show them. */
package org.anabranch.k2h.device;
