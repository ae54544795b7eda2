/** Anabranch inside a plain program: one call starts a framework. */
package org.anabranch.launch;
