/**
 * The program's part that a card needs: kernels in the protocol's terms, with their bundles and
 * class files.
 */
package org.anabranch.mic.program;
