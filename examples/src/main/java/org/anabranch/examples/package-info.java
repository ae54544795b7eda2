/** Programs to copy. */
package org.anabranch.examples;
