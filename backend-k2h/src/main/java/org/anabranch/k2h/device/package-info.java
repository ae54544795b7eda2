/** The backend: boards of the model as devices, and the shell's view of them. */
package org.anabranch.k2h.device;
