/**
 * What a card must have of the program: kernels in the words of the link, the bundles and class
 * files that they are made of.
 */
package org.anabranch.mic.program;
