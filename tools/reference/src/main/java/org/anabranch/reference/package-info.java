/** A device on plain host memory, the template for backend authors. */
package org.anabranch.reference;
